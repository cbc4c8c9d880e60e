import Foundation

/// Looks up what is being typed, unless another letter follows soon.
@MainActor
final class LiveSearch: ObservableObject {
    @Published var mention = "" {
        didSet { typed() }
    }
    @Published private(set) var screen = Screen()

    private let lookUp = LookUp()
    private var task: Task<Void, Never>?

    init() {
        task = Task { await present { try await self.lookUp.open() } }
    }

    private func typed() {
        task?.cancel()
        let text = mention.trimmingCharacters(in: .whitespacesAndNewlines)
        task = Task {
            guard (try? await Task.sleep(nanoseconds: 120_000_000)) != nil else { return }
            await present { try await text.isEmpty ? Screen() : self.lookUp.answer(text) }
        }
    }

    /// Shows what `make` returns, or its error: every one begins with its kind.
    private func present(_ make: () async throws -> Screen) async {
        var next: Screen
        do {
            next = try await make()
        } catch {
            next = Screen(note: error.localizedDescription)
        }
        if !Task.isCancelled { screen = next }
    }
}
