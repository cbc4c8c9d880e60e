import SwiftUI

/// Three pages: a name that is looked up, a note whose entities are coloured, and the pack.
@MainActor
public struct SampleView: View {
    @Environment(\.scenePhase) private var phase
    @StateObject private var model: SampleModel // outlives the view, as when the device is turned

    /// `root` is the root.json of the repository of packs at an address, nil without one.
    public init(repository: URL, root: URL?) {
        let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
        let air = root.flatMap { try? Data(contentsOf: $0) }
            .map { Air(repository, root: $0, folder: folder.appendingPathComponent("packs")) }
        _model = StateObject(wrappedValue: SampleModel(air: air))
    }

    public var body: some View {
        TabView {
            SearchView(search: model.search).tabItem { Label("Name", systemImage: "magnifyingglass") }
            NoteView(note: model.note).tabItem { Label("Note", systemImage: "note.text") }
            PackView(model: model).tabItem { Label("Pack", systemImage: "shippingbox") }
        }
        .onChange(of: phase) { if $0 == .background { model.rest() } }
    }
}

/// What the pack is, a button for another, and one for a newer.
struct PackView: View {
    @ObservedObject var model: SampleModel
    @State private var choosing = false

    var body: some View {
        NavigationView {
            List {
                Text(model.pack.line)
                Button("Open a pack") { choosing = true }
                if model.pack.newer == 0 {
                    Button("Check for a newer pack") { model.check() }
                } else {
                    Button("Fetch version \(model.pack.newer)") { model.fetch() }
                }
            }
            .disabled(model.pack.busy)
            .navigationTitle("Pack")
            .fileImporter(isPresented: $choosing, allowedContentTypes: [.data]) { chosen in
                if case .success(let file) = chosen { model.open(file) }
            }
        }
        .navigationViewStyle(.stack)
    }
}
