// A stand-in for NormletBinding, the module that gobind's Objective-C becomes in Swift, where there is no Objective-C:
// the same classes and functions, as Swift imports those of tools/mobile/api/objc.txt, over a list of three names.
import Foundation

public final class MobileMatch {
    public var id_ = "", same = "", inNamespace = "", taxon = "", name = "", matched = "", kind = "", stage = "", broader = ""
    public var distance = 0, score = 0.0, probability = 0.0, margin = 0.0, exactly = 0.0, tied = false
}

public final class MobileMatches {
    var list: [MobileMatch] = []
    var sure = 0.0, text = ""
    public func len() -> Int { list.count }
    public func get(_ i: Int) -> MobileMatch? { list.indices.contains(i) ? list[i] : nil }
    public func isNIL() -> Bool { list.isEmpty || list[0].probability < sure }
    public func nilProbability() -> Double { list.isEmpty ? 1 : 0.25 }
    public func undecided() -> Bool { false }
    public func mention() -> String { text }
    public func parent() -> MobileMatch? { isNIL() ? list.first : nil }
    public func organism() -> String { "" }
    public func tied() -> Int { list.filter { $0.tied }.count }
}

public final class MobileSuggestion {
    public var id_ = "", inNamespace = "", name = "", matched = "", whole = false
}

public final class MobileSuggestions {
    var list: [MobileSuggestion] = []
    public func len() -> Int { list.count }
    public func get(_ i: Int) -> MobileSuggestion? { list.indices.contains(i) ? list[i] : nil }
}

public final class MobileSpan {
    public var start = 0, end = 0, text = "", type = "", id_ = "", name = "", probability = 0.0
    public var negated = false, hypothetical = false, ofOther = false, past = false
    var all = MobileTextMatches()
    var list: [MobileMatch] { all.list[0].list }
    public func answers() -> MobileTextMatches? { all }
    public func len() -> Int { list.count }
    public func get(_ i: Int) -> MobileMatch? { list.indices.contains(i) ? list[i] : nil }
}

public final class MobileSpans {
    var list: [MobileSpan] = []
    public func len() -> Int { list.count }
    public func get(_ i: Int) -> MobileSpan? { list.indices.contains(i) ? list[i] : nil }
}

public final class MobileAnnotateOptions {
    public var minProbability = 0.0, types = "", overlaps = false
    public init() {}
}

public final class MobileInfo {
    public var name = "", version = "", date = "", license = "", source = "", namespaces = ""
    public var entityCount = 0, nameCount = 0
}

public final class MobileOptions {
    public var k = 0, namespaces = "", organisms = "", context = "", minProbability = 0.0, near = false, exactly = false, language = "", show = ""
    public init() {}
}

public final class MobileTextMatches {
    var list: [MobileMatches] = []
    public func len() -> Int { list.count }
    public func get(_ i: Int) -> MobileMatches? { list.indices.contains(i) ? list[i] : nil }
}

public final class MobileText {
    let normalizer: MobileNormalizer
    var mentions: [String] = []
    init(_ normalizer: MobileNormalizer) { self.normalizer = normalizer }
    public func add(_ mention: String?) { mentions.append(mention ?? "") }
    public func lookup(with options: MobileOptions?) throws -> MobileTextMatches {
        let found = MobileTextMatches()
        found.list = try mentions.map { try normalizer.lookup(with: $0, options: options) }
        return found
    }
}

public final class MobileNormalizer: @unchecked Sendable {
    private let lock = NSLock()
    private var closed = false
    private let names = ["FOXP2": "NCBIGene:93986", "FOXP3": "NCBIGene:50943", "PLCG2": "NCBIGene:5336"]

    public func rest() {}

    public func close() { lock.withLock { closed = true } }

    private func check() throws {
        if lock.withLock({ closed }) { throw failure("closed: this Normalizer is not open") }
    }

    public func info() throws -> MobileInfo {
        let info = MobileInfo()
        (info.name, info.namespaces, info.nameCount) = ("Three genes", "NCBIGene,GO", names.count)
        return info
    }

    public func lookup(with mention: String?, options: MobileOptions?) throws -> MobileMatches {
        try check()
        if let n = options?.namespaces, !n.isEmpty, n != "NCBIGene" { throw failure("unknown namespace: \(n)") }
        let found = MobileMatches()
        (found.sure, found.text) = (options?.minProbability ?? 0, mention ?? "")
        for (name, id) in names where name == mention?.uppercased() {
            let match = MobileMatch()
            (match.id_, match.inNamespace, match.name, match.matched) = (id, "NCBIGene", name, name)
            (match.stage, match.probability, match.margin, match.score) = ("exact", 0.75, 0.75, 1)
            found.list.append(match)
        }
        return found
    }

    public func suggest(_ typed: String?, namespaces: String?, k: Int) throws -> MobileSuggestions {
        try check()
        if k < 1 { throw failure("bad argument: k is \(k)") }
        let found = MobileSuggestions()
        for (name, id) in names.sorted(by: { $0.key < $1.key }) where name.hasPrefix(typed!.uppercased()) && found.list.count < k {
            let suggestion = MobileSuggestion()
            (suggestion.id_, suggestion.name, suggestion.matched) = (id, name, name)
            (suggestion.inNamespace, suggestion.whole) = ("NCBIGene", name == typed!.uppercased())
            found.list.append(suggestion)
        }
        return found
    }

    /// The first name in a text.
    public func annotate(_ text: String?, options: MobileAnnotateOptions?) throws -> MobileSpans {
        try check()
        if let t = options?.types, !t.isEmpty, t != "Gene" { throw failure("unknown namespace: \(t)") }
        let (found, span, whole) = (MobileSpans(), MobileSpan(), text! as NSString)
        for name in names.keys.sorted() where found.list.isEmpty && whole.range(of: name).length > 0 {
            let place = whole.range(of: name)
            (span.start, span.end, span.text) = (place.location, place.location + place.length, name)
            (span.type, span.id_, span.name, span.probability) = ("Gene", names[name]!, name, 0.5)
            span.all.list = [try lookup(with: name, options: nil)]
            if span.probability >= options!.minProbability { found.list.append(span) }
        }
        return found
    }

    public func text(_ context: String?, namespaces: String?) -> MobileText? { MobileText(self) }
}

public final class MobileInstalled {
    public var version: Int64 = 0, sha256 = ""
}

public final class MobileWant {
    public var path = "", most: Int64 = 0, content = false
}

public final class MobileUpdated {
    public var version: Int64 = 0, found: Int64 = 0, received: Int64 = 0, need: Int64 = 0
    public var upToDate = false, delta = false, notes = ""
}

/// An update that wants two files, the second of which may be missing.
public final class MobileUpdate {
    private let packs: MobilePacks
    private let look: Bool
    private var wanted = ["metadata/timestamp.json", "targets/genes/1.normpack"]
    private var problem: String?
    private let done = MobileUpdated()

    init(_ packs: MobilePacks, version: Int64, look: Bool = false) {
        self.packs = packs
        self.look = look
        (done.version, done.found, done.upToDate) = (version, version, version == packs.version)
    }

    public func next() -> MobileWant? {
        let want = MobileWant()
        guard let path = wanted.first else { return nil }
        (want.path, want.most, want.content) = (path, 10, path.hasPrefix("targets/"))
        return want
    }

    public func give(_ data: Data?) {
        wanted.removeFirst()
        done.received += Int64(data!.count)
    }

    public func missing() {
        done.notes += "no \(wanted.removeFirst())\n"
    }

    public func fail(_ reason: String?) {
        problem = reason
        wanted = []
    }

    public func result() throws -> MobileUpdated {
        if let problem { throw failure("not fetched: \(problem)") }
        if !look { packs.version = done.version }
        return done
    }
}

public final class MobilePacks {
    var version: Int64 = 0
    public func openPack(_ name: String?) throws -> MobileNormalizer {
        if version == 0 { throw failure("not installed: \(name!)") }
        return MobileNormalizer()
    }
    public func installed(_ name: String?) throws -> MobileInstalled {
        let installed = MobileInstalled()
        installed.version = version
        return installed
    }
    public func adopt(_ name: String?, version: Int64, pack: Data?) throws -> MobileInstalled {
        if pack!.isEmpty { throw failure("bad repository: no pack") }
        self.version = max(self.version, version)
        return try installed(name)
    }
    public func rollback(_ name: String?) throws -> MobileInstalled {
        if version < 2 { throw failure("bad repository: nothing to go back to") }
        version -= 1
        return try installed(name)
    }
    public func update(_ name: String?, now: Int64) -> MobileUpdate? { MobileUpdate(self, version: 1) }
    public func update(to name: String?, version: Int64, now: Int64) -> MobileUpdate? { MobileUpdate(self, version: version) }
    public func look(_ name: String?, now: Int64) -> MobileUpdate? { MobileUpdate(self, version: max(version, 1), look: true) }
}

/// By their folders, which keep them.
private let lock = NSLock()
nonisolated(unsafe) private var folders: [String: MobilePacks] = [:]

public func MobileOpenPacks(_ folder: String?, _ root: Data?, _ error: UnsafeMutablePointer<NSError?>?) -> MobilePacks? {
    if root!.isEmpty { error?.pointee = failure("bad repository: no root") }
    if root!.isEmpty { return nil }
    return lock.withLock {
        let packs = folders[folder!] ?? MobilePacks()
        folders[folder!] = packs
        return packs
    }
}

private func failure(_ message: String) -> NSError {
    NSError(domain: "go", code: 1, userInfo: [NSLocalizedDescriptionKey: message])
}

public func MobileOpenDefault(_ error: UnsafeMutablePointer<NSError?>?) -> MobileNormalizer? { MobileNormalizer() }

public func MobileOpen(_ path: String?, _ error: UnsafeMutablePointer<NSError?>?) -> MobileNormalizer? {
    error?.pointee = failure("unreadable file: \(path!)")
    return nil
}

public func MobileOpenBytes(_ data: Data?, _ error: UnsafeMutablePointer<NSError?>?) -> MobileNormalizer? {
    error?.pointee = failure("not a pack: \(data!.count) bytes")
    return nil
}

public func MobileOpenSigned(_ path: String?, _ key: String?, _ error: UnsafeMutablePointer<NSError?>?) -> MobileNormalizer? {
    error?.pointee = failure("bad key: \(key!)")
    return nil
}

public func MobileErrorKind(_ message: String?) -> String { String(message!.prefix { $0 != ":" }) }
