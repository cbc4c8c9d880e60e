// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "NormletSample",
    platforms: [.iOS(.v15)],
    products: [.library(name: "NormletSearch", targets: ["NormletSearch"])],
    targets: [
        // tools/mobile/build.sh ios mobile/ios/Normlet.xcframework
        .binaryTarget(name: "Normlet", path: "Normlet.xcframework"),
        .target(
            name: "NormletSearch",
            dependencies: ["Normlet"],
            linkerSettings: [.linkedFramework("CoreFoundation")] // for Go's runtime
        ),
    ]
)
