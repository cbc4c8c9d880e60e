import NormletSearch
import SwiftUI

@main
struct SampleApp: App {
    var body: some Scene {
        WindowGroup {
            SampleView( // of your own repository; its root.json lies beside this file
                repository: URL(string: "https://example.org/packs")!,
                root: Bundle.main.url(forResource: "root", withExtension: "json"))
        }
    }
}
