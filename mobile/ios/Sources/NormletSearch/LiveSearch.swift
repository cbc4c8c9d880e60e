import Combine
import Foundation
import Normlet

/// An entity, as a row shows it; `hue`, 0 to 1, is the colour of its kind, if kinds are coloured.
struct Row: Hashable {
    let title: String
    let detail: String
    var hue: Double?
}

/// What the first page shows: a line of text, and rows.
struct Screen {
    var line = ""
    var rows: [Row] = []
}

/// The first page: a name is looked up while it is typed.
@MainActor
final class LiveSearch: ObservableObject {
    @Published var mention = "" {
        didSet { typed.yield(mention.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }
    @Published private(set) var screen = Screen()

    private var searching: Task<Void, Never>?
    private var typed = AsyncStream<String>.makeStream().continuation

    /// Looks up in this pack from now on, what was typed already first.
    func use(_ normlet: Normlet) {
        searching?.cancel()
        let (texts, typed) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.typed = typed
        searching = Task {
            do {
                for try await answer in normlet.answers(for: texts) {
                    screen = answer.mention.isEmpty ? Screen() : Screen(line: line(on: answer), rows: answer.matches.map(row))
                }
            } catch {
                if !Task.isCancelled { screen = Screen(line: error.localizedDescription) }
            }
        }
        mention += ""
    }
}

private func line(on answer: Answer) -> String {
    if answer.isUndecided { return "Perhaps the first, perhaps none: both are as likely" }
    if answer.isNil { return "Probably none of these (\(percent(answer.nilProbability)))" }
    if answer.tied > 0 { return "\(answer.tied) entities are equally good: choose" }
    return ""
}

func row(_ match: Match) -> Row {
    let tied = match.tied ? ", tied" : ""
    return Row(title: match.name, detail: "\(match.id), \(percent(match.probability))\(tied)\n\(match.stage): \(match.matched)")
}

func percent(_ p: Double) -> String { String(format: "%.0f %%", 100 * p) }
