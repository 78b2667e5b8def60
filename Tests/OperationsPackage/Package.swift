// swift-tools-version: 6.2
import PackageDescription

// The library as a package of its own; ./run builds it from copies of these folders alone.
let package = Package(
  name: "Operations",
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
