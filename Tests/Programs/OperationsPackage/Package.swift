// swift-tools-version: 6.2
import PackageDescription

// The library as a package of its own; ./run builds it from copies of these folders alone.
let package = Package(
  name: "Operations",
  // Task executors and atomics.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Operations", targets: ["Operations"]),
    .library(name: "OperationsTesting", targets: ["OperationsTesting"]),
  ],
  targets: [
    .target(name: "Locking"),
    .target(name: "Operations", dependencies: ["Locking"]),
    .target(name: "OperationsTesting", dependencies: ["Operations", "Locking"]),
    .executableTarget(name: "PhotoFeed", dependencies: ["Operations"]),
  ]
)
