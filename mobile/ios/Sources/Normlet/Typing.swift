import Foundation

extension Normlet {
    /// `suggest` for a field in which somebody types: for every text the suggestions, except for texts that the next
    /// one follows within `quiet` seconds or before the suggestions are there.
    public func suggestions<Texts: AsyncSequence & Sendable>(
        for typed: Texts, quiet: TimeInterval = 0, k: Int = 10, namespaces: [String] = []
    ) -> AsyncThrowingStream<[Suggestion], Error> where Texts.Element == String {
        latest(of: typed, quiet: quiet) { try await self.suggest($0, k: k, namespaces: namespaces) }
    }

    /// `lookup` for a field in which somebody types, as `suggestions` is for `suggest`.
    public func answers<Texts: AsyncSequence & Sendable>(
        for typed: Texts, quiet: TimeInterval = 0.12, options: LookupOptions = LookupOptions()
    ) -> AsyncThrowingStream<Answer, Error> where Texts.Element == String {
        latest(of: typed, quiet: quiet) { try await self.lookup($0, options: options) }
    }
}

/// What `make` makes of each text, unless another one follows within `quiet` seconds or before it is made.
private func latest<Texts: AsyncSequence & Sendable, Made: Sendable>(
    of typed: Texts, quiet: TimeInterval, _ make: @escaping @Sendable (String) async throws -> Made
) -> AsyncThrowingStream<Made, Error> where Texts.Element == String {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
        let reading = Task {
            var making: Task<Void, Never>?
            do {
                for try await text in typed {
                    making?.cancel()
                    await making?.value // so that no answer overtakes that of a later text
                    making = Task {
                        do {
                            try await Task.sleep(nanoseconds: UInt64(quiet * 1e9))
                            let made = try await make(text)
                            if !Task.isCancelled { continuation.yield(made) }
                        } catch is CancellationError {
                        } catch {
                            continuation.finish(throwing: error)
                        }
                    }
                }
                if Task.isCancelled { making?.cancel() }
                await making?.value
                continuation.finish()
            } catch {
                making?.cancel()
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in reading.cancel() }
    }
}
