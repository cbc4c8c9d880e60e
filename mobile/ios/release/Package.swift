// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "Normlet",
    platforms: [.iOS(.v15)],
    products: [.library(name: "Normlet", targets: ["Normlet"])],
    targets: [
        .binaryTarget(
            name: "NormletBinding",
            url: "@URL@",
            checksum: "@CHECKSUM@"
        ),
        .target(
            name: "Normlet",
            dependencies: ["NormletBinding"],
            linkerSettings: [.linkedFramework("CoreFoundation")] // for Go's runtime
        ),
    ]
)
