// Uses the Swift library as an app does, on the stand-in of binding/. Ends with a trap at the first thing that is wrong.
import Foundation
import Normlet
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

func check(_ ok: Bool, _ what: String = "", line: UInt = #line) {
    precondition(ok, "line \(line): \(what)")
}

func fails(_ kind: NormletError.Kind, _ call: () async throws -> Void) async {
    do {
        try await call()
        fatalError("no error of kind \(kind)")
    } catch let error as NormletError {
        precondition(error.kind == kind && !error.localizedDescription.isEmpty, "\(error) for \(kind)")
    } catch {
        fatalError("\(error) for \(kind)")
    }
}

/// Texts as somebody types them, so many milliseconds apart.
func typed(_ texts: [String], pause: UInt64) -> AsyncStream<String> {
    AsyncStream { continuation in
        Task {
            for text in texts {
                continuation.yield(text)
                try? await Task.sleep(nanoseconds: pause * 1_000_000)
            }
            continuation.finish()
        }
    }
}

func all<T>(_ stream: AsyncThrowingStream<T, Error>) async throws -> [T] {
    var list: [T] = []
    for try await value in stream { list.append(value) }
    return list
}

let n = try await Normlet.openDefault()
check(n.info.namespaces == ["NCBIGene", "GO"])

let answer = try await n.lookup("foxp2", options: LookupOptions(k: 2, namespaces: ["NCBIGene"]))
check(answer.best?.id == "NCBIGene:93986" && answer.matches[0].probability == 0.75)
check(try JSONDecoder().decode(Answer.self, from: try JSONEncoder().encode(answer)) == answer, "an answer as JSON")
let sure = try await n.lookup("foxp2", options: LookupOptions(minProbability: 0.9))
check(sure.isNil && sure.best == nil && sure.matches.count == 1 && sure.parent == sure.matches[0] && sure.organism.isEmpty)
let many = try await n.lookupAll(["FOXP2", "none", "PLCG2"])
check(many.map { $0.best?.id } == ["NCBIGene:93986", nil, "NCBIGene:5336"])
check(try await n.lookupText(["FOXP2", "none"]).map { $0.mention } == ["FOXP2", "none"])
check(try await n.suggest("fox", k: 1).map { $0.matched } == ["FOXP2"])
let text = "\u{1f9ec} no FOXP2"
let spans = try await n.annotate(text, options: AnnotateOptions(types: ["Gene"]))
check(spans.count == 1 && spans[0].range(in: text).map { text[$0] } == "FOXP2" && spans[0].matches[0].id == spans[0].id, "\(spans)")
check(spans[0].answers.map { $0.mention } == ["FOXP2"] && spans[0].answers[0].matches == spans[0].matches, "\(spans)")
check(try await n.annotate(text, options: AnnotateOptions(minProbability: 0.9)).isEmpty)
await fails(.namespace) { _ = try await n.annotate("x", options: AnnotateOptions(types: ["Oven"])) }

let slow = try await all(n.suggestions(for: typed(["f", "fo", "foxp2"], pause: 150)))
check(slow.map { $0.count } == [2, 2, 1] && slow[2][0].whole, "typed slowly: \(slow)")
let fast = try await all(n.answers(for: typed(["f", "fo", "foxp2"], pause: 1), quiet: 0.15))
check(fast.map { $0.mention } == ["foxp2"], "typed fast: \(fast)")

await fails(.file) { _ = try await Normlet.open(URL(fileURLWithPath: "/none")) }
await fails(.notAPack) { _ = try await Normlet.open(Data([1])) }
await fails(.key) { _ = try await Normlet.openSigned(URL(fileURLWithPath: "/none"), publicKey: "no key") }
await fails(.namespace) { _ = try await n.lookup("x", options: LookupOptions(namespaces: ["MESH"])) }
await fails(.argument) { _ = try await n.lookup("x", options: LookupOptions(k: 0)) }
await fails(.argument) { _ = try await n.suggest("x", k: 0) }
let late = try await Task { () -> Bool in
    withUnsafeCurrentTask { $0?.cancel() }
    do { _ = try await n.lookup("x") } catch is CancellationError { return true }
    return false
}.value
check(late, "a cancelled task looked up")

let folder = URL(fileURLWithPath: "/none")
await fails(.repository) { _ = try await Packs.open(folder, root: Data()) }
let packs = try await Packs.open(folder, root: Data([1]))
await fails(.notInstalled) { _ = try await packs.openPack("genes") }
let first = try await packs.update("genes") { file in file.content ? nil : Data([1, 2, 3]) }
check(first.version == 1 && first.received == 3 && first.notes == ["no targets/genes/1.normpack"], "\(first)")
let second = try await packs.update("genes", to: 2) { file in Data(count: Int(file.most)) }
check(second.version == 2 && second.received == 20 && second.notes.isEmpty, "\(second)")
check(try await packs.look("genes") { _ in nil }.found == 2)
await fails(.fetch) { _ = try await packs.update("genes") { _ in throw URLError(.notConnectedToInternet) } }
do {
    _ = try await packs.update("genes") { _ in throw CancellationError() }
    fatalError("an update went on after it was cancelled")
} catch is CancellationError {}
check(try await packs.version(of: "genes") == 2)
check(try await packs.rollback("genes") == 1)
await fails(.repository) { _ = try await packs.rollback("genes") }
check(try await packs.openPack("genes").lookup("FOXP2").best != nil)
check(try await packs.adopt("genes", version: 3, pack: Data([1])) == 3)
await fails(.repository) { try await packs.adopt("genes", version: 4, pack: Data()) }

await n.rest()
check(try await n.lookup("FOXP2").best != nil)
n.close()
await fails(.closed) { _ = try await n.lookup("x") }
await fails(.closed) { _ = try await all(n.suggestions(for: typed(["f"], pause: 1))) }
print("swift: answers, texts, spans, suggestions, streams, packs over the air, errors, cancelling, closing")
