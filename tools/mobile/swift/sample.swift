// Uses the model of the sample app as its screen does, on the stand-ins of binding/ and combine/.
import Foundation

extension URL { // of Apple's Foundation alone
    func startAccessingSecurityScopedResource() -> Bool { true }
    func stopAccessingSecurityScopedResource() {}
}

@MainActor
func shows(_ search: LiveSearch, _ what: String, _ isThere: (Screen) -> Bool) async {
    for _ in 0..<500 {
        if isThere(search.screen) { return }
        try? await Task.sleep(nanoseconds: 10_000_000)
    }
    fatalError("the screen shows \(search.screen), not \(what)")
}

@main
struct Sample {
    @MainActor
    static func main() async {
        let search = LiveSearch()
        await shows(search, "the pack") { $0.note.hasPrefix("Three genes: 3 names.") }
        search.mention = "FOXP"
        search.mention = " foxp2 "
        await shows(search, "a match") { $0.rows.first?.name == "FOXP2" && $0.rows.first?.detail.hasPrefix("NCBIGene:93986, 75 %") == true }
        search.openPack(URL(fileURLWithPath: "/none"))
        await shows(search, "an error") { $0.rows.isEmpty && !$0.note.isEmpty }
        search.mention = "PLCG2"
        await shows(search, "a match of the pack from before") { $0.rows.first?.name == "PLCG2" }
        print("swift: the model of the sample")
    }
}
