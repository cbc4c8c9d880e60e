import Foundation
import Normlet

/// One match, as a row shows it.
struct Row: Identifiable {
    let id: String
    let name: String
    let detail: String
}

/// What the screen shows: a line of text, and rows.
struct Screen {
    var note = ""
    var rows: [Row] = []
}

/// Opens the pack and looks up, away from the main thread.
actor LookUp {
    private var normalizer: MobileNormalizer?

    func open() throws -> Screen {
        let info = try opened().info()
        return Screen(note: "\(info.name): \(info.nameCount) names of \(info.entityCount) entities. \(info.license)")
    }

    func answer(_ mention: String) throws -> Screen {
        let found = try opened().lookup(mention, k: 10)
        let matches = (0..<found.len()).compactMap { found.get($0) }
        return Screen(note: noteOn(found), rows: matches.map { row($0) })
    }

    private func opened() throws -> MobileNormalizer {
        if let normalizer { return normalizer }
        var error: NSError?
        guard let opened = MobileOpenDefault(&error) else { throw error ?? CocoaError(.fileReadUnknown) }
        normalizer = opened
        return opened
    }
}

private func noteOn(_ found: MobileMatches) -> String {
    if found.isNIL() { return "Probably none of these (\(percent(found.nilProbability())))" }
    if found.tied() > 0 { return "\(found.tied()) entities are equally good: choose" }
    return ""
}

private func row(_ match: MobileMatch) -> Row {
    let tied = match.tied ? ", tied" : ""
    let detail = "\(match.id_), \(percent(match.probability))\(tied)\n\(match.stage): \(match.matched)"
    return Row(id: match.id_, name: match.name, detail: detail)
}

private func percent(_ p: Double) -> String { String(format: "%.0f %%", 100 * p) }
