import Combine
import Foundation
import Normlet

/// Where the note is coloured, and with which hue, 0 to 1.
struct Mark: Hashable {
    let range: Range<String.Index>
    let hue: Double
}

/// What the second page shows: `marks` of `text`, a line, and rows of all entities or of the one that was tapped.
struct NoteScreen {
    var text = ""
    var marks: [Mark] = []
    var line = ""
    var rows: [Row] = []

    /// The note; an entity looks as `look` says for its hue, and links to its number.
    func attributed(_ look: (Double) -> AttributeContainer) -> AttributedString {
        var note = AttributedString(text)
        for (i, mark) in marks.enumerated() {
            guard let range = Range(mark.range, in: note) else { continue }
            note[range].mergeAttributes(look(mark.hue))
            note[range].link = URL(string: "entity:\(i)")
        }
        return note
    }
}

/// The second page: the entities of a note, which somebody pastes or writes.
@MainActor
final class LiveNote: ObservableObject {
    @Published var note = "" {
        didSet { if note != oldValue { read() } }
    }
    @Published private(set) var screen = NoteScreen()

    private var normlet: Normlet?
    private var reading: Task<Void, Never>?
    private var found: [Span] = []

    /// Finds entities of this pack from now on.
    func use(_ normlet: Normlet) {
        self.normlet = normlet
        read()
    }

    /// Shows the entity of a number alone, nil for all.
    func tap(_ number: Int?) {
        let here = number.flatMap { found.indices.contains($0) ? found[$0] : nil }
        if let here {
            screen.line = describe(here)
            screen.rows = here.matches.map(row)
        } else {
            screen.line = screen.text.isEmpty ? "" : "\(found.count) entities"
            screen.rows = zip(found, screen.marks).map { Row(title: $0.text, detail: describe($0), hue: $1.hue) }
        }
    }

    private func read() {
        reading?.cancel()
        guard let normlet else { return }
        var text = note
        text.makeContiguousUTF8() // as AttributedString keeps it, so that both count alike
        reading = Task {
            do {
                try await Task.sleep(nanoseconds: 300_000_000)
                let spans = text.isEmpty ? [] : try await normlet.annotate(text) // the first call reads all names
                if !Task.isCancelled { show(spans, of: text) }
            } catch {
                if !Task.isCancelled { screen = NoteScreen(line: error.localizedDescription) }
            }
        }
    }

    private func show(_ spans: [Span], of text: String) {
        found = spans.filter { $0.range(in: text) != nil }
        var kinds: [String] = []
        let marks = found.map { span -> Mark in
            if !kinds.contains(span.type) { kinds.append(span.type) }
            return Mark(range: span.range(in: text)!, hue: hues[kinds.firstIndex(of: span.type)! % hues.count])
        }
        screen = NoteScreen(text: text, marks: marks)
        tap(nil)
    }
}

/// The hues of kinds, in the order in which they come, as `normlet annotate --format html` has them.
private let hues = [210, 140, 30, 280, 350, 180, 60, 320].map { Double($0) / 360 }

private func describe(_ span: Span) -> String {
    let entity = span.id.isEmpty ? "not in the pack" : "\(span.id) \(span.name)"
    let says = [("negated", span.negated), ("hypothetical", span.hypothetical), ("of somebody else", span.ofOther), ("past", span.past)]
    return "\(span.type), \(percent(span.probability)): \(entity)" + says.filter { $0.1 }.map { ", \($0.0)" }.joined()
}
