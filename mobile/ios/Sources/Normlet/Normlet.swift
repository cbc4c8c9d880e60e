import Foundation
import NormletBinding

/// Maps noisy names to the entities of one pack. Open it once and keep it; the pack is freed with the last reference,
/// or by `close()`.
///
/// Any task may call it: look-ups run beside the caller, never on the main thread. What fails throws `NormletError`,
/// or `CancellationError` if the task was cancelled before.
public final class Normlet: @unchecked Sendable { // MobileNormalizer may be used by any number of threads
    private let bound: MobileNormalizer

    /// What the pack is.
    public let info: PackInfo

    init(_ bound: MobileNormalizer) throws {
        self.bound = bound
        info = try explained { PackInfo(try bound.info()) }
    }

    /// Opens the pack that the library carries.
    public static func openDefault() async throws -> Normlet {
        try await opened { MobileOpenDefault(&$0) }
    }

    /// Opens a pack file. Replace it by renaming another file, never by writing into it.
    public static func open(_ file: URL) async throws -> Normlet {
        try await opened { MobileOpen(file.path, &$0) }
    }

    /// Opens a copy of a pack in memory.
    public static func open(_ data: Data) async throws -> Normlet {
        try await opened { MobileOpenBytes(data, &$0) }
    }

    /// Opens a pack file only if it is signed by the key of `publicKey`, an Ed25519 key in PEM form.
    public static func openSigned(_ file: URL, publicKey: String) async throws -> Normlet {
        try await opened { MobileOpenSigned(file.path, publicKey, &$0) }
    }

    /// The entities that a mention may mean, a name as somebody wrote it.
    public func lookup(_ mention: String, options: LookupOptions = LookupOptions()) async throws -> Answer {
        try await working { Answer(mention, try self.bound.lookup(with: mention, options: try options.bound())) }
    }

    /// `lookup` of many mentions, each by itself. Cancelling the task stops it between two of them.
    public func lookupAll(_ mentions: [String], options: LookupOptions = LookupOptions()) async throws -> [Answer] {
        var answers: [Answer] = []
        for mention in mentions {
            answers.append(try await lookup(mention, options: options))
        }
        return answers
    }

    /// The entities that the mentions of one text mean, in the order of the text: abbreviations stand for what the text
    /// says, and an entity that other mentions mean is likelier. The context of the options is the text, or empty.
    public func lookupText(_ mentions: [String], options: LookupOptions = LookupOptions()) async throws -> [Answer] {
        try await working {
            guard let text = self.bound.text(options.context, namespaces: options.namespaces.joined(separator: ",")) else {
                throw NormletError(kind: .internal, message: "there is no text")
            }
            mentions.forEach { text.add($0) }
            let found = try text.lookup(with: try options.bound())
            return mentions.enumerated().compactMap { i, mention in found.get(i).map { Answer(mention, $0) } }
        }
    }

    /// Where a text names entities, in its order, and which.
    public func annotate(_ text: String, options: AnnotateOptions = AnnotateOptions()) async throws -> [Span] {
        try await working {
            let found = try self.bound.annotate(text, options: options.bound())
            return (0..<found.len()).compactMap { found.get($0) }.map(Span.init)
        }
    }

    /// Up to `k` entities with a name that begins with `typed`, the likeliest first.
    public func suggest(_ typed: String, k: Int = 10, namespaces: [String] = []) async throws -> [Suggestion] {
        try await working {
            let found = try self.bound.suggest(typed, namespaces: namespaces.joined(separator: ","), k: k)
            return (0..<found.len()).compactMap { found.get($0) }.map(Suggestion.init)
        }
    }

    /// Gives back the memory that can be made again from the pack, once what is being looked up has its answer. The next
    /// look-up opens the pack again. Call it when the app goes to the background or the system warns of low memory.
    public func rest() async { _ = try? await working { self.bound.rest() } }

    /// Frees the pack, once what is being looked up has its answer. Whatever follows fails as `closed`.
    public func close() { bound.close() }

    private static func opened(
        _ how: @escaping @Sendable (inout NSError?) -> MobileNormalizer?
    ) async throws -> Normlet {
        try await working {
            var error: NSError?
            guard let bound = how(&error) else { throw error ?? CocoaError(.fileReadUnknown) }
            return try Normlet(bound)
        }
    }
}

/// Does work beside the caller, unless the task was cancelled.
func working<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
    try Task.checkCancellation()
    return try await Task.detached { try explained(work) }.value
}
