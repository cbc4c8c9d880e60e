import SwiftUI

/// A field for a name, and the entities that it may mean.
public struct SearchView: View {
    @StateObject private var search = LiveSearch()

    public init() {}

    public var body: some View {
        NavigationView {
            List {
                if !search.screen.note.isEmpty {
                    Text(search.screen.note).font(.footnote).foregroundColor(.secondary)
                }
                ForEach(search.screen.rows) { row in
                    VStack(alignment: .leading, spacing: 4) {
                        Text(row.name).font(.headline)
                        Text(row.detail).font(.subheadline).foregroundColor(.secondary)
                    }
                    .accessibilityElement(children: .combine)
                }
            }
            .navigationTitle("normlet")
            .searchable(text: $search.mention, placement: .navigationBarDrawer(displayMode: .always),
                        prompt: "Name of a gene, such as FOX-P2")
            .autocorrectionDisabled()
        }
        .navigationViewStyle(.stack)
    }
}
