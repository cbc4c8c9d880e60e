import Combine
import Foundation
import Normlet

/// What is shown of the pack.
struct PackScreen {
    /// The pack, or what went wrong.
    var line = ""
    /// A pack is being opened or fetched, so that buttons have to wait.
    var busy = false
    /// The version that the repository has and the app lacks, 0 before `check` finds one.
    var newer: Int64 = 0
}

/// Holds the pack, and what the pages show. The screen may be made anew as often as it likes.
@MainActor
final class SampleModel: ObservableObject {
    @Published private(set) var pack = PackScreen()
    let search = LiveSearch()
    let note = LiveNote()

    private let air: Air?
    private var normlet: Normlet?

    /// Opens the pack that was brought over the air, or else that of the library.
    init(air: Air?) {
        self.air = air
        work("Opening the pack…") {
            do {
                if let air { return self.use(try await air.packs().openPack(name)) }
                self.use(try await Normlet.openDefault())
            } catch let error {
                let problem = (error as? NormletError)?.kind == .notInstalled ? "" : " \(error.localizedDescription)"
                self.use(try await Normlet.openDefault(), problem)
            }
        }
    }

    /// Opens a pack of the user's in place of the one in use, which stays if that fails.
    func open(_ file: URL) {
        work("Opening the pack…") {
            let mayRead = file.startAccessingSecurityScopedResource()
            defer { if mayRead { file.stopAccessingSecurityScopedResource() } }
            self.use(try await Normlet.open(try Data(contentsOf: file)))
        }
    }

    /// Asks the repository for a newer pack, without fetching it.
    func check() {
        overTheAir("Asking for a newer pack…") { air in
            let found = try await air.packs().look(name, fetch: air.fetch)
            self.pack = found.upToDate
                ? PackScreen(line: "Version \(found.found) is here, and there is none newer.")
                : PackScreen(line: "Version \(found.found) is there: \(found.need / 1000 + 1) kB to fetch.", newer: found.found)
        }
    }

    /// Fetches the newer pack and, once it is verified, takes it into use. The old one stays if anything fails.
    func fetch() {
        overTheAir("Fetching the pack…") { air in
            let packs = try await air.packs()
            let update = try await packs.update(name, fetch: air.fetch)
            self.use(try await packs.openPack(name), " Version \(update.version), \(update.received / 1000 + 1) kB were fetched.")
        }
    }

    /// Gives memory back while nobody sees the app.
    func rest() {
        Task { await normlet?.rest() }
    }

    private func overTheAir(_ line: String, _ what: @escaping @MainActor (Air) async throws -> Void) {
        guard let air else { return pack = PackScreen(line: "This app has no repository: see its README.") }
        work(line) { try await what(air) }
    }

    private func work(_ line: String, _ what: @escaping @MainActor () async throws -> Void) {
        if pack.busy { return }
        pack = PackScreen(line: line, busy: true)
        Task {
            do {
                try await what()
            } catch {
                pack = PackScreen(line: error.localizedDescription) // it begins with its kind
            }
        }
    }

    private func use(_ opened: Normlet, _ how: String = "") {
        search.use(opened)
        note.use(opened)
        normlet?.close()
        normlet = opened
        pack = PackScreen(line: "\(opened.info.name): \(opened.info.nameCount) names. \(opened.info.license)\(how)")
    }
}

private let name = "genes"
