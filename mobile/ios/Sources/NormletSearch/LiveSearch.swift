import Combine
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

/// Holds the pack, and looks up what is being typed unless another letter follows soon. The screen may be made anew as
/// often as it likes.
@MainActor
final class LiveSearch: ObservableObject {
    @Published var mention = "" {
        didSet { typed.yield(mention.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }
    @Published private(set) var screen = Screen(note: "Opening the pack…")

    private var normlet: Normlet?
    private var searching: Task<Void, Never>?
    private var typed = AsyncStream<String>.makeStream().continuation

    init() {
        open { try await Normlet.openDefault() }
    }

    /// Opens a pack of the user's in place of the one in use, which stays if that fails.
    func openPack(_ file: URL) {
        open {
            let mayRead = file.startAccessingSecurityScopedResource()
            defer { if mayRead { file.stopAccessingSecurityScopedResource() } }
            return try await Normlet.open(try Data(contentsOf: file))
        }
    }

    private func open(_ how: @escaping @Sendable () async throws -> Normlet) {
        Task {
            do {
                use(try await how())
            } catch {
                screen = Screen(note: error.localizedDescription) // it begins with its kind
            }
        }
    }

    private func use(_ opened: Normlet) {
        searching?.cancel()
        normlet?.close()
        normlet = opened
        screen = Screen(note: "\(opened.info.name): \(opened.info.nameCount) names. \(opened.info.license)")
        let (texts, typed) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.typed = typed
        searching = Task {
            do {
                for try await answer in opened.answers(for: texts) where !answer.mention.isEmpty {
                    screen = Screen(note: noteOn(answer), rows: answer.matches.map(row))
                }
            } catch {
                if !Task.isCancelled { screen = Screen(note: error.localizedDescription) }
            }
        }
        if !mention.isEmpty { mention += "" } // looked up in the other pack
    }
}

private func noteOn(_ answer: Answer) -> String {
    if answer.isUndecided { return "Perhaps the first, perhaps none: both are as likely" }
    if answer.isNil { return "Probably none of these (\(percent(answer.nilProbability)))" }
    if answer.tied > 0 { return "\(answer.tied) entities are equally good: choose" }
    return ""
}

private func row(_ match: Match) -> Row {
    let tied = match.tied ? ", tied" : ""
    let detail = "\(match.id), \(percent(match.probability))\(tied)\n\(match.stage): \(match.matched)"
    return Row(id: match.id, name: match.name, detail: detail)
}

private func percent(_ p: Double) -> String { String(format: "%.0f %%", 100 * p) }
