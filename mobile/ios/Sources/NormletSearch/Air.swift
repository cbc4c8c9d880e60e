import Foundation
import Normlet
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A repository of packs, and the folder of the app that keeps what it brought.
struct Air: Sendable {
    let folder: URL
    /// Its root.json, which came with the app.
    let root: Data
    let fetch: Packs.Fetch

    func packs() async throws -> Packs {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return try await Packs.open(folder, root: root)
    }
}

extension Air {
    /// The repository at an address, over HTTP. A file goes to disk first, so that no server can fill the memory.
    init(_ address: URL, root: Data, folder: URL) {
        self.init(folder: folder, root: root) { file in
            let (downloaded, response) = try await URLSession.shared.download(from: address.appendingPathComponent(file.path))
            defer { try? FileManager.default.removeItem(at: downloaded) }
            let status = (response as? HTTPURLResponse)?.statusCode
            if status == 404 { return nil }
            let size = try downloaded.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
            guard status == 200, size <= file.most else { throw URLError(.badServerResponse) }
            return try Data(contentsOf: downloaded)
        }
    }
}
