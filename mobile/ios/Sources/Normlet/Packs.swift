import Foundation
import NormletBinding

/// Packs that a repository brings over the air, in a folder of the app. Nothing is used before it is verified, and
/// whatever fails, the pack that is in use stays. Any number of tasks may use it.
public final class Packs: @unchecked Sendable { // MobilePacks may be used by any number of threads
    private let bound: MobilePacks

    private init(_ bound: MobilePacks) { self.bound = bound }

    /// Gets a file of the repository: its data, or nil if there is no such file, as HTTP says by 404. What it throws
    /// ends the update as `fetch`, except for a `CancellationError`.
    public typealias Fetch = @Sendable (WantedFile) async throws -> Data?

    /// Opens a folder that exists and belongs to the app alone. `root` is the file root.json that came with the app, of
    /// the repository whose packs are to be trusted.
    public static func open(_ folder: URL, root: Data) async throws -> Packs {
        try await working {
            var error: NSError?
            guard let bound = MobileOpenPacks(folder.path, root, &error) else { throw error ?? CocoaError(.fileReadUnknown) }
            return Packs(bound)
        }
    }

    /// Opens the pack of a name; if its file has been damaged since it was brought, the last good one.
    public func openPack(_ name: String) async throws -> Normlet {
        try await working { try Normlet(try self.bound.openPack(name)) }
    }

    /// Makes a pack that came with the app, a file of the repository whose version the app knows, the one in use, so that
    /// the first `update` is a small one. Returns the version that is in use then: a pack that is as new stays.
    @discardableResult
    public func adopt(_ name: String, version: Int64, pack: Data) async throws -> Int64 {
        try await working { try self.bound.adopt(name, version: version, pack: pack).version }
    }

    /// The version of a name that is in use, 0 if there is none.
    public func version(of name: String) async throws -> Int64 {
        try await working { try self.bound.installed(name).version }
    }

    /// Brings the newest version of a name, or another.
    public func update(_ name: String, to version: Int64? = nil, fetch: @escaping Fetch) async throws -> PackUpdate {
        try await bring(fetch) {
            if let version { return self.bound.update(to: name, version: version, now: now()) }
            return self.bound.update(name, now: now())
        }
    }

    /// What `update` would bring: `found` is the newest version, `need` how much is to be fetched.
    public func look(_ name: String, fetch: @escaping Fetch) async throws -> PackUpdate {
        try await bring(fetch) { self.bound.look(name, now: now()) }
    }

    /// Puts the last good pack of a name in the place of the one in use and returns its version. `update` passes the
    /// other one over until there is a newer one.
    public func rollback(_ name: String) async throws -> Int64 {
        try await working { try self.bound.rollback(name).version }
    }

    private func bring(_ fetch: Fetch, _ begin: @escaping @Sendable () -> MobileUpdate?) async throws -> PackUpdate {
        let update = try await working { Begun(begin()) }
        while let file = update.next() {
            let fetched: Fetched
            do {
                fetched = try await fetch(file).map(Fetched.data) ?? .missing
            } catch let error as CancellationError {
                throw error
            } catch {
                fetched = .failure(error.localizedDescription)
            }
            try await working { update.give(fetched) }
        }
        return try await working { try update.result() }
    }
}

/// A file of the repository.
public struct WantedFile: Hashable, Sendable {
    /// Below the address of the repository.
    public let path: String
    /// How many bytes it can have; fetch no more, for they would be refused.
    public let most: Int64
    /// The file never changes, so that a part of it can be kept and the rest fetched later.
    public let content: Bool
}

/// What an update did.
public struct PackUpdate: Codable, Hashable, Sendable {
    /// The version in use now.
    public let version: Int64
    /// It was in use before.
    public let upToDate: Bool
    /// The pack was made of the one before, with little to fetch.
    public let delta: Bool
    /// Bytes of all files that were fetched.
    public let received: Int64
    /// The version that the repository has.
    public let found: Int64
    /// After `look`, how many bytes it takes to bring it.
    public let need: Int64
    /// What went wrong and did not matter.
    public let notes: [String]
}

/// What came of a file.
private enum Fetched: Sendable {
    case data(Data)
    case missing
    case failure(String)
}

/// An update on its way, which one task at a time uses.
private final class Begun: @unchecked Sendable {
    private let bound: MobileUpdate?

    init(_ bound: MobileUpdate?) { self.bound = bound }

    func next() -> WantedFile? {
        bound?.next().map { WantedFile(path: $0.path, most: $0.most, content: $0.content) }
    }

    func give(_ fetched: Fetched) {
        switch fetched {
        case .data(let data): bound?.give(data)
        case .missing: bound?.missing()
        case .failure(let reason): bound?.fail(reason)
        }
    }

    func result() throws -> PackUpdate {
        guard let u = try bound?.result() else { throw NormletError(kind: .internal, message: "there is no update") }
        return PackUpdate(
            version: u.version, upToDate: u.upToDate, delta: u.delta, received: u.received, found: u.found, need: u.need,
            notes: u.notes.split(separator: "\n").map(String.init))
    }
}

private func now() -> Int64 { Int64(Date().timeIntervalSince1970) }
