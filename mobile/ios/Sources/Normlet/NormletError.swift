import Foundation
import NormletBinding

/// What went wrong, and a message for people.
public struct NormletError: LocalizedError, Hashable, Sendable {
    /// The kinds of errors; the raw value is what the library calls them.
    public enum Kind: String, Codable, CaseIterable, Sendable {
        case argument = "bad argument"
        case closed = "closed"
        case file = "unreadable file"
        case notAPack = "not a pack"
        case badPack = "bad pack"
        case newerPack = "newer pack"
        case key = "bad key"
        case signature = "bad signature"
        case namespace = "unknown namespace"
        case fetch = "not fetched"
        case expired = "expired"
        case repository = "bad repository"
        case notInstalled = "not installed"
        case noDefault = "no default pack"
        case `internal` = "internal error"
    }

    public let kind: Kind
    public let message: String

    public var errorDescription: String? { message }
}

/// Runs `work` and gives what it throws its kind: an NSError has nothing but the message, which begins with it.
func explained<T>(_ work: () throws -> T) throws -> T {
    do {
        return try work()
    } catch let error as NormletError {
        throw error
    } catch {
        let message = error.localizedDescription
        throw NormletError(kind: NormletError.Kind(rawValue: MobileErrorKind(message)) ?? .internal, message: message)
    }
}
