import SwiftUI

/// A field for a note, the note with its entities coloured, and the entities, or those that a tapped one may mean.
struct NoteView: View {
    @ObservedObject var note: LiveNote
    @Environment(\.colorScheme) private var scheme

    var body: some View {
        NavigationView {
            List {
                TextEditor(text: $note.note).frame(minHeight: 96).accessibilityLabel("Note")
                if note.screen.text.isEmpty {
                    Line("Paste a note: No asthma without FOXP2.")
                } else {
                    Text(note.screen.attributed(look)).environment(\.openURL, OpenURLAction { url in
                        note.tap(Int(url.absoluteString.dropFirst("entity:".count)))
                        return .handled
                    })
                }
                if !note.screen.line.isEmpty { Line(note.screen.line) }
                Rows(rows: note.screen.rows)
                if !note.screen.marks.isEmpty { Button("All entities") { note.tap(nil) } }
            }
            .navigationTitle("Note")
        }
        .navigationViewStyle(.stack)
    }

    private func look(_ hue: Double) -> AttributeContainer {
        var look = AttributeContainer()
        look.backgroundColor = colour(hue, scheme)
        look.foregroundColor = .primary
        return look
    }
}
