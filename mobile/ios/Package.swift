// swift-tools-version:5.9
// For work on the library and the sample. Apps take the package at the root of a release: see Package.swift there.
import PackageDescription

let package = Package(
    name: "NormletSample",
    platforms: [.iOS(.v15)],
    products: [
        .library(name: "Normlet", targets: ["Normlet"]),
        .library(name: "NormletSearch", targets: ["NormletSearch"]),
    ],
    targets: [
        // go -C tools/mobile run . ios "$PWD/mobile/ios/NormletBinding.xcframework"
        .binaryTarget(name: "NormletBinding", path: "NormletBinding.xcframework"),
        .target(
            name: "Normlet",
            dependencies: ["NormletBinding"],
            linkerSettings: [.linkedFramework("CoreFoundation")] // for Go's runtime
        ),
        .target(name: "NormletSearch", dependencies: ["Normlet"]),
    ]
)
