import SwiftUI

/// A field for a name, and the entities that it may mean.
public struct SearchView: View {
    @StateObject private var search = LiveSearch() // outlives the view, as when the device is turned
    @State private var choosing = false

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
            .toolbar { Button("Open a pack") { choosing = true } }
            .fileImporter(isPresented: $choosing, allowedContentTypes: [.data]) { chosen in
                if case .success(let file) = chosen { search.openPack(file) }
            }
        }
        .navigationViewStyle(.stack)
    }
}
