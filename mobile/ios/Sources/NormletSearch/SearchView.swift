import SwiftUI

/// A field for a name, and the entities that it may mean.
struct SearchView: View {
    @ObservedObject var search: LiveSearch

    var body: some View {
        NavigationView {
            List {
                if !search.screen.line.isEmpty { Line(search.screen.line) }
                Rows(rows: search.screen.rows)
            }
            .navigationTitle("normlet")
            .searchable(text: $search.mention, placement: .navigationBarDrawer(displayMode: .always),
                        prompt: "Name of a gene, such as FOX-P2")
            .autocorrectionDisabled()
        }
        .navigationViewStyle(.stack)
    }
}

/// Entities, in a list.
struct Rows: View {
    let rows: [Row]
    @Environment(\.colorScheme) private var scheme

    var body: some View {
        ForEach(Array(rows.enumerated()), id: \.offset) { _, row in
            VStack(alignment: .leading, spacing: 4) {
                Text(row.title).font(.headline).background(row.hue.map { colour($0, scheme) } ?? .clear)
                Text(row.detail).font(.subheadline).foregroundColor(.secondary)
            }
            .accessibilityElement(children: .combine)
        }
    }
}

struct Line: View {
    private let text: String

    init(_ text: String) { self.text = text }

    var body: some View { Text(text).font(.footnote).foregroundColor(.secondary) }
}

func colour(_ hue: Double, _ scheme: ColorScheme) -> Color {
    scheme == .dark
        ? Color(hue: hue, saturation: 0.6, brightness: 0.4) : Color(hue: hue, saturation: 0.25, brightness: 1)
}
