// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "Bound",
    platforms: [.iOS(.v15)],
    products: [.library(name: "Bound", targets: ["Bound"])],
    targets: [
        .binaryTarget(name: "NormletBinding", path: "NormletBinding.xcframework"),
        .target(
            name: "Bound",
            dependencies: ["NormletBinding"],
            linkerSettings: [.linkedFramework("CoreFoundation"), .linkedLibrary("resolv")] // for Go's runtime
        ),
        .testTarget(name: "BoundTests", dependencies: ["Bound"], resources: [.copy("Answers")]),
    ]
)
