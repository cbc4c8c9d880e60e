// Uses the model of the sample app as its screen does, on the stand-ins of binding/ and combine/.
import Foundation

extension URL { // of Apple's Foundation alone
    func startAccessingSecurityScopedResource() -> Bool { true }
    func stopAccessingSecurityScopedResource() {}
}

@MainActor
func shows<Shown>(_ what: String, _ shown: @autoclosure () -> Shown, _ isThere: (Shown) -> Bool) async {
    for _ in 0..<500 {
        if isThere(shown()) { return }
        try? await Task.sleep(nanoseconds: 10_000_000)
    }
    fatalError("the screen shows \(shown()), not \(what)")
}

@main
struct Sample {
    @MainActor
    static func main() async {
        let model = SampleModel(air: nil)
        await shows("the pack", model.pack) { $0.line.hasPrefix("Three genes: 3 names.") && !$0.busy }
        model.search.mention = "FOXP"
        model.search.mention = " foxp2 "
        await shows("a match", model.search.screen) { $0.rows.first?.title == "FOXP2" && $0.rows[0].detail.hasPrefix("NCBIGene:93986, 75 %") }
        await note(model.note)
        model.open(URL(fileURLWithPath: "/none"))
        await shows("an error", model.pack) { !$0.busy && !$0.line.hasPrefix("Three") }
        model.rest()
        model.check()
        await shows("no repository", model.pack) { $0.line.hasPrefix("This app has no repository") }
        model.search.mention = "PLCG2"
        await shows("a match of the pack from before", model.search.screen) { $0.rows.first?.title == "PLCG2" }
        await overTheAir()
        print("swift: the model of the sample: a name, a note, packs over the air")
    }

    @MainActor
    static func note(_ note: LiveNote) async {
        note.note = "no"
        note.note = "\u{1f9ec} nö FOXP2"
        await shows("an entity", note.screen) { $0.line == "1 entities" && $0.rows.first?.detail == "Gene, 50 %: NCBIGene:93986 FOXP2" }
        let shown = note.screen.attributed { hue in
            var look = AttributeContainer()
            look.link = URL(string: "hue:\(hue)") // stands for a colour
            return look
        }
        let linked = shown.runs.filter { $0.link?.absoluteString == "entity:0" }.map { String(shown[$0.range].characters) }
        precondition(linked == ["FOXP2"] && note.screen.marks.first?.hue == 210.0 / 360, "\(shown)")
        note.tap(0)
        precondition(note.screen.line.hasPrefix("Gene, ") && note.screen.rows.first?.detail.hasPrefix("NCBIGene:93986, 75 %") == true)
        note.tap(nil)
        precondition(note.screen.line == "1 entities")
        note.note = ""
        await shows("nothing", note.screen) { $0.text.isEmpty && $0.line.isEmpty && $0.rows.isEmpty }
    }

    @MainActor
    static func overTheAir() async {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("packs")
        let model = SampleModel(air: Air(folder: folder, root: Data([1])) { _ in Data([1, 2, 3]) })
        await shows("the library's pack", model.pack) { $0.line.hasPrefix("Three genes") }
        model.check()
        await shows("a newer pack", model.pack) { $0.newer == 1 && $0.line.hasPrefix("Version 1 is there") }
        model.fetch()
        await shows("the newer pack", model.pack) { $0.line.hasPrefix("Three genes") && $0.line.hasSuffix(" Version 1, 1 kB were fetched.") }
        model.check()
        await shows("none newer", model.pack) { $0.newer == 0 && $0.line.hasSuffix("there is none newer.") }
        // Nobody listens at port 1.
        let offline = SampleModel(air: Air(URL(string: "http://127.0.0.1:1/packs")!, root: Data([1]), folder: folder))
        await shows("the pack that was brought", offline.pack) { $0.line.hasPrefix("Three genes") }
        offline.check()
        await shows("an error", offline.pack) { $0.line.hasPrefix("not fetched: ") }
    }
}
