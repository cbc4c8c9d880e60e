import Bound
import XCTest

/// Uses the bound package as an app does.
final class BoundTests: XCTestCase {
    private func opened() throws -> MobileNormalizer {
        var error: NSError?
        return try XCTUnwrap(MobileOpenDefault(&error), "\(String(describing: error))")
    }

    /// The first matches are those of the machine that built this.
    func testAnswers() throws {
        let url = try XCTUnwrap(Bundle.module.url(forResource: "first", withExtension: "tsv", subdirectory: "Answers"))
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
        XCTAssertEqual(lines.count, 1000)
        let normalizer = try opened()
        for line in lines {
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            let found = try normalizer.lookup(String(columns[0]), k: 5)
            XCTAssertEqual(found.get(0)?.id_ ?? "", String(columns[1]), "\(columns[0])")
        }
        normalizer.close()
    }

    /// Errors come as Swift's, with their kind.
    func testErrors() throws {
        let normalizer = try opened()
        XCTAssertThrowsError(try normalizer.lookup("FOXP2", k: 0))
        normalizer.close()
        XCTAssertThrowsError(try normalizer.lookup("FOXP2", k: 5)) { error in
            XCTAssertEqual(MobileErrorKind(error.localizedDescription), MobileKindClosed)
        }
        var error: NSError?
        XCTAssertNil(MobileOpenBytes(Data("no pack".utf8), &error))
        XCTAssertNotNil(error)
    }

    /// All threads may use one normalizer.
    func testThreads() throws {
        let normalizer = try opened()
        DispatchQueue.concurrentPerform(iterations: 200) { _ in
            let found = try? normalizer.lookup("PLCγ2", k: 1)
            XCTAssertEqual(found?.get(0)?.id_, "NCBIGene:5336")
        }
    }
}
