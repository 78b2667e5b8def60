// swift-tools-version: 6.2
import PackageDescription

// Warnings are errors for those who change the code (Tests/run), not for those who build it: the next compiler or
// library may bring new ones.
let isTested = Context.environment["PHOTOMIRROR_STRICT"] != nil
let strict: [SwiftSetting] = isTested ? [.treatAllWarnings(as: .error)] : []

// The tests' code that works on pixels and JSON is optimized in debug builds too: it takes a quarter of their time. Only
// there, because SwiftPM takes such flags from none but the root.
let quick: [SwiftSetting] =
  isTested ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : []
let quickC: [CSetting] = isTested ? [.unsafeFlags(["-O2"], .when(configuration: .debug))] : []

// What is opened at run time is bound at once, so that the tables of addresses become read-only (ld(1)). The toolchain's
// own linker does it on every release of Debian: GNU ld leaves RELRO out for Swift's sections, and Debian 13's binutils
// has no gold.
// Only in what no other package can depend on: SwiftPM takes such flags from none but the root.
let hardened: [LinkerSetting] = [
  .unsafeFlags(
    ["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "relro", "-Xlinker", "-z", "-Xlinker", "now"]
      // samples/build asks for what can be installed: Swift's runtime stands once beside the modules, and no
      // toolchain is searched for it.
      + (Context.environment["PHOTOMIRROR_INSTALL"] == nil
        ? []
        : ["-no-toolchain-stdlib-rpath", "-Xlinker", "-rpath=$ORIGIN/../lib/photomirror"]))
]

// glibc's checks on the sizes of buffers (feature_test_macros(7)); they need an optimizer.
let fortified: [CSetting] = [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))]

// Provider modules, one dynamic library each, reached only through dlopen. What a module knows stands apart from
// the symbol it exports, so that tests can link several of them.
let providers: [(name: String, libraries: [Target.Dependency])] = [
  ("Flickr", []), ("WebFeed", ["CExpat"]), ("Mastodon", []), ("Bluesky", []), ("Commons", []),
  ("InternetArchive", []), ("Openverse", []), ("NASAImages", []),
]
let providerTargets: [Target] = providers.flatMap { name, libraries -> [Target] in
  [
    .target(
      name: "\(name)Provider", dependencies: ["ProviderKit"] + libraries,
      path: "Plugins/\(name)/Provider", swiftSettings: strict),
    .target(
      name: "\(name)Module",
      dependencies: ["\(name)Provider", "ProviderKit"].map { .init(stringLiteral: $0) },
      path: "Plugins/\(name)/Module", swiftSettings: strict, linkerSettings: hardened),
  ]
}

// A target is in the folder of its layer: Sources/LAYER/NAME.
func library(
  _ layer: String, _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  settings: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(layer)/\(name)", exclude: exclude,
    swiftSettings: strict + settings)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Sources/Command/\(name)", swiftSettings: strict,
    linkerSettings: hardened)
}

func installed(_ name: String, _ package: String? = nil, header: String? = nil) -> Target {
  .systemLibrary(
    name: name, path: "Sources/C/\(name)", pkgConfig: package,
    providers: header.map { [.apt([$0])] })
}

func compiled(_ name: String, linking libraries: [String] = []) -> Target {
  .target(
    name: name, path: "Sources/C/\(name)", cSettings: fortified + quickC,
    linkerSettings: libraries.map { .linkedLibrary($0) })
}

// In the order of the arrows: each depends only on what is above it.
let layers: [Target] = [
  // C libraries, and our code in C. One target imports each.
  installed("CCurl", "libcurl", header: "libcurl4-openssl-dev"),
  installed("CSQLite", "sqlite3", header: "libsqlite3-dev"),
  installed("CCrypto", "libcrypto", header: "libssl-dev"),
  installed("CMicrohttpd", "libmicrohttpd", header: "libmicrohttpd-dev"),
  installed("CGlibc"), installed("CAllocator"),
  compiled("CExpat", linking: ["expat"]),
  compiled("CImageCodec", linking: ["png", "isal", "jpeg", "gif", "webp", "webpdemux", "lcms2"]),
  compiled("CTerminal"), compiled("CSandbox"), compiled("CPostgreSQL"), compiled("CArchive"),
  compiled("CZstd", linking: ["zstd"]),
  .target(
    name: "CTOML", path: "Sources/C/CTOML",
    cxxSettings: [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))]),

  // Libraries that know nothing of photos' sites.
  library("Libraries", "Locking"),
  library("Libraries", "SystemCalls", ["CGlibc"]),
  library("Libraries", "Operations", ["Locking"]),
  library("Libraries", "OperationsTesting", ["Operations", "Locking"]),
  library("Libraries", "Threads", ["Locking", "SystemCalls"]),
  library("Libraries", "Redaction"),
  library("Libraries", "Pacing"),
  library("Libraries", "Digests", ["SystemCalls", "CCrypto"]),
  library(
    "Libraries", "Transfer",
    ["Locking", "SystemCalls", "Redaction", "Pacing", "Digests", "CCurl"]),
  library("Libraries", "Sandbox", ["Locking", "SystemCalls", "CGlibc", "CSandbox"]),
  library(
    "Libraries", "Images", ["Locking", "SystemCalls", "Sandbox", "CImageCodec"], settings: quick),
  library("Libraries", "Archives", ["CArchive", "Sandbox", "SystemCalls"]),
  library("Libraries", "PostgreSQL", ["CPostgreSQL"]),

  // What the author of a site's module needs, and what opens one.
  .systemLibrary(name: "CProviderABI", path: "Sources/Provider/CProviderABI"),
  library("Provider", "ProviderKit", ["CProviderABI"], settings: quick),
  library("Provider", "ProviderTesting", ["ProviderKit", "Locking"]),
  library(
    "Provider", "ModuleHosting",
    ["ProviderKit", "CAllocator", "CProviderABI", "Locking", "Sandbox"]),

  // The walk from a listing to stored photos, with ports to everything else.
  library(
    "Core", "MirrorCore",
    [
      "Operations", "Threads", "ProviderKit", "Redaction", "Pacing", "Locking", "SystemCalls",
    ]),

  // The ports with the world.
  library("Adapters", "Sidecars", ["MirrorCore", "CExpat"]),
  library(
    "Adapters", "Catalog",
    [
      "MirrorCore", "ProviderKit", "Threads", "PostgreSQL", "SystemCalls", "CSQLite", "CZstd",
      "Locking",
    ], exclude: ["VIEWS.md"]),
  library("Adapters", "Fetching", ["MirrorCore", "Transfer", "Digests", "Locking"]),
  library(
    "Adapters", "Inspection",
    ["MirrorCore", "ProviderKit", "Threads", "Images", "Digests", "SystemCalls"]),
  library(
    "Adapters", "LocalFiles",
    ["MirrorCore", "ProviderKit", "Threads", "Locking", "SystemCalls", "Digests", "CGlibc"]),
  library(
    "Adapters", "ObjectStorage",
    [
      "MirrorCore", "LocalFiles", "Transfer", "Digests", "Redaction", "Threads", "Locking",
      "SystemCalls", "CExpat",
    ]),
  library(
    "Adapters", "FlickrExport",
    ["MirrorCore", "ProviderKit", "Threads", "Archives", "Locking", "SystemCalls"]),
  library("Adapters", "URLLists", ["MirrorCore", "ProviderKit", "Threads", "SystemCalls"]),
  library(
    "Adapters", "ProviderLoader",
    [
      "MirrorCore", "ProviderKit", "ModuleHosting", "Threads", "Locking", "Sandbox", "SystemCalls",
    ]),

  // What is done with a mirror.
  library("Mirror", "Gallery", ["MirrorCore", "ProviderKit", "Digests"]),
  library(
    "Mirror", "Mirroring",
    [
      "Gallery", "MirrorCore", "Fetching", "Inspection", "LocalFiles", "Catalog", "Threads",
      "ProviderLoader", "ProviderKit", "FlickrExport", "URLLists", "Transfer", "Images",
      "Digests", "Pacing", "Locking", "Sidecars", "SystemCalls", "ObjectStorage", "PostgreSQL",
      "Operations",
    ]),

  // The command line.
  library(
    "Command", "Console",
    ["Gallery", "MirrorCore", "ProviderKit", "Locking", "SystemCalls", "CTerminal"]),
  library("Command", "PageServer", ["SystemCalls", "CMicrohttpd"]),
  library("Command", "Configuration", ["CTOML", "SystemCalls"]),
  library(
    "Command", "PhotomirrorCommand",
    [
      "MirrorCore", "Mirroring", "Images", "Console", "ProviderLoader", "ProviderTesting",
      "ProviderKit", "FlickrExport", "URLLists", "Threads", "Locking", "Sandbox", "SystemCalls",
      "CGlibc", "Configuration", "PageServer", "Gallery",
    ]),
  // What reads strangers' bytes. The command starts it, and is built with it.
  program("photomirror-helper", ["Archives", "Images", "ModuleHosting", "Sandbox"]),
  program("photomirror", ["PhotomirrorCommand", "CAllocator", "photomirror-helper"]),
]

let package = Package(
  name: "photomirror",
  products: [
    .executable(name: "photomirror", targets: ["photomirror"]),
    .executable(name: "photomirror-helper", targets: ["photomirror-helper"]),
    .library(name: "Operations", targets: ["Operations"]),
    .library(name: "OperationsTesting", targets: ["OperationsTesting"]),
    .library(name: "Threads", targets: ["Threads"]),
    .library(name: "Images", targets: ["Images"]),
    .library(name: "ProviderKit", targets: ["ProviderKit"]),
    .library(name: "ProviderTesting", targets: ["ProviderTesting"]),
    .library(name: "Mirroring", targets: ["Mirroring", "MirrorCore"]),
    .library(name: "JSONFeedProvider", type: .dynamic, targets: ["JSONFeedModule"]),
  ]
    + providers.map {
      .library(name: "\($0.name)Provider", type: .dynamic, targets: ["\($0.name)Module"])
    },
  targets: layers
    + providerTargets
    + [

      // Samples. The provider to copy sees what its copies will see.
      .target(
        name: "JSONFeedProvider", dependencies: ["ProviderKit"],
        path: "samples/JSONFeedProvider/Provider", packageAccess: false, swiftSettings: strict),
      .target(
        name: "JSONFeedModule", dependencies: ["JSONFeedProvider", "ProviderKit"],
        path: "samples/JSONFeedProvider/Module", packageAccess: false, swiftSettings: strict,
        linkerSettings: hardened),
      .systemLibrary(
        name: "CZlib", path: "samples/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
      .executableTarget(
        name: "FlickrServer",
        dependencies: [
          "CMicrohttpd", "CZlib", "PageServer", "Images", "Locking", "SystemCalls", "Digests",
        ],
        path: "samples/FlickrServer", swiftSettings: strict + quick),
      .executableTarget(
        name: "Proofs", dependencies: ["Images"], path: "samples/Images/Proofs",
        swiftSettings: strict),
      .executableTarget(
        name: "Albums", dependencies: ["Operations"], path: "samples/Operations/Albums",
        swiftSettings: strict),
      .executableTarget(
        name: "CookbookTree", dependencies: ["Operations"],
        path: "samples/Operations/CookbookTree", swiftSettings: strict),
      .executableTarget(
        name: "PhotoFeed", dependencies: ["Operations"],
        path: "samples/Operations/PhotoFeed", swiftSettings: strict),
      .executableTarget(
        name: "Compositions", dependencies: ["Operations"],
        path: "samples/Operations/Compositions", swiftSettings: strict),
      .executableTarget(
        name: "Callbacks", dependencies: ["Operations"],
        path: "samples/Operations/Callbacks", swiftSettings: strict),

      // Tests repeat the tree.
      .target(
        name: "MirrorTesting", dependencies: ["MirrorCore", "ProviderKit", "Locking"],
        path: "Tests/MirrorTesting", swiftSettings: strict),
      .target(
        name: "TestSupport", dependencies: ["Locking", "CGlibc"], path: "Tests/TestSupport",
        swiftSettings: strict),
      .target(
        name: "RandomOperations", dependencies: ["Operations", "OperationsTesting", "Locking"],
        path: "Tests/RandomOperations", swiftSettings: strict),
      .testTarget(
        name: "ArchitectureTests", exclude: ["Cycle"], swiftSettings: strict),
      .testTarget(
        name: "OperationsTests",
        dependencies: [
          "Operations", "OperationsTesting", "RandomOperations", "Threads", "Locking",
        ],
        swiftSettings: strict),
      .testTarget(
        name: "ThreadsTests", dependencies: ["Threads", "OperationsTesting"],
        swiftSettings: strict),
      .executableTarget(
        name: "OperationsBenchmark", dependencies: ["Operations", "Locking"],
        path: "Tests/Benchmarks/Operations", exclude: ["run", "soak", "Soak"],
        swiftSettings: strict),
      .executableTarget(
        name: "OperationsSoak", dependencies: ["RandomOperations", "Locking"],
        path: "Tests/Benchmarks/Operations/Soak", swiftSettings: strict),
      .testTarget(
        name: "TransferTests",
        dependencies: ["Transfer", "Redaction", "Pacing", "Digests", "Locking", "TestSupport"],
        swiftSettings: strict),
      .systemLibrary(
        name: "CWebPEncoder", path: "Tests/CWebPEncoder", providers: [.apt(["libwebp-dev"])]),
      .executableTarget(
        name: "TransferBenchmark",
        dependencies: [
          "Transfer", "MirrorCore", "Mirroring", "LocalFiles", "Threads", "Locking",
        ],
        path: "Tests/Benchmarks/Transfer", exclude: ["run"], swiftSettings: strict),
      .testTarget(
        name: "ImagesTests", dependencies: ["Images", "CWebPEncoder", "TestSupport"],
        swiftSettings: strict),
      .testTarget(name: "SandboxTests", dependencies: ["Sandbox"], swiftSettings: strict),
      .executableTarget(
        name: "HostileDecoder", dependencies: ["Images", "Sandbox"], path: "Tests/HostileDecoder",
        swiftSettings: strict),
      .executableTarget(
        name: "CatalogBenchmark",
        dependencies: ["Catalog", "MirrorCore", "PostgreSQL", "ProviderKit"],
        path: "Tests/Benchmarks/Catalog", exclude: ["run"], swiftSettings: strict),
      .testTarget(
        name: "CatalogTests",
        dependencies: [
          "Catalog", "MirrorCore", "MirrorTesting", "CSQLite", "PostgreSQL", "ProviderKit",
          "Locking", "Sandbox", "SystemCalls", "TestSupport",
        ],
        swiftSettings: strict),
      .testTarget(
        name: "PostgreSQLTests",
        dependencies: [
          "PostgreSQL", "Catalog", "MirrorCore", "MirrorTesting", "ProviderKit", "TestSupport",
        ],
        swiftSettings: strict),
      .executableTarget(
        name: "HostileModule", dependencies: ["ProviderLoader", "ProviderKit", "Locking"],
        path: "Tests/HostileModule", swiftSettings: strict),
      .executableTarget(
        name: "ProvidersBenchmark", dependencies: ["ProviderLoader", "ProviderKit"],
        path: "Tests/Benchmarks/Providers", exclude: ["run", "photomirror-provider-page"],
        swiftSettings: strict),
      .target(
        name: "ModuleSupport", dependencies: ["ProviderLoader"], path: "Tests/ModuleSupport",
        swiftSettings: strict),
      .testTarget(
        name: "ProviderKitTests",
        dependencies: ["CProviderABI", "ProviderKit", "ProviderTesting", "TestSupport"],
        swiftSettings: strict),
      .testTarget(
        name: "ProviderLoaderTests",
        dependencies: ["ModuleSupport", "ProviderKit", "ProviderLoader", "TestSupport"],
        swiftSettings: strict),
      .testTarget(
        name: "FlickrTests",
        dependencies: [
          "FlickrProvider", "ModuleSupport", "ProviderKit", "ProviderTesting", "TestSupport",
        ],
        swiftSettings: strict),
      .testTarget(
        name: "WebFeedTests",
        dependencies: [
          "WebFeedProvider", "ModuleSupport", "ProviderKit", "ProviderTesting", "TestSupport",
        ],
        swiftSettings: strict),
      .testTarget(
        name: "SiteTests",
        dependencies: [
          "MastodonProvider", "BlueskyProvider", "CommonsProvider", "InternetArchiveProvider",
          "OpenverseProvider", "NASAImagesProvider", "ModuleSupport", "ProviderKit",
          "ProviderTesting",
        ],
        swiftSettings: strict),
      .testTarget(
        name: "JSONFeedTests",
        dependencies: ["JSONFeedProvider", "ProviderKit", "ProviderTesting"],
        path: "samples/JSONFeedProvider/Tests", packageAccess: false, swiftSettings: strict),
      .testTarget(
        name: "MirrorCoreTests",
        dependencies: [
          "MirrorCore", "MirrorTesting", "ProviderKit", "Operations", "OperationsTesting",
          "Locking",
          "TestSupport",
        ],
        swiftSettings: strict),
      .testTarget(
        name: "SidecarsTests",
        dependencies: ["Sidecars", "MirrorCore", "ProviderKit", "TestSupport"],
        swiftSettings: strict),
      .testTarget(
        name: "LocalFilesTests",
        dependencies: [
          "LocalFiles", "MirrorCore", "MirrorTesting", "Threads", "SystemCalls", "TestSupport",
          "Images",
        ],
        swiftSettings: strict),
      .target(
        name: "StrictStore", dependencies: ["Digests", "Locking", "TestSupport"],
        path: "Tests/StrictStore", swiftSettings: strict),
      .testTarget(
        name: "ObjectStorageTests",
        dependencies: [
          "ObjectStorage", "StrictStore", "LocalFiles", "MirrorCore", "MirrorTesting", "Transfer",
          "Digests",
          "Threads", "Locking", "TestSupport",
        ],
        swiftSettings: strict),
      .testTarget(
        name: "FetchingTests",
        dependencies: ["Fetching", "Transfer", "MirrorCore", "Redaction", "TestSupport"],
        swiftSettings: strict),
      .testTarget(
        name: "FlickrExportTests",
        dependencies: [
          "FlickrExport", "Archives", "MirrorCore", "ProviderKit", "TestSupport",
        ],
        swiftSettings: strict),
      .testTarget(
        name: "URLListsTests",
        dependencies: ["URLLists", "ProviderKit", "ProviderTesting", "TestSupport"],
        swiftSettings: strict),
      .testTarget(
        name: "InspectionTests", dependencies: ["Inspection", "MirrorCore", "Threads"],
        swiftSettings: strict),
      .testTarget(
        name: "MirroringTests",
        dependencies: [
          "MirrorCore", "Mirroring", "Catalog", "Fetching", "Inspection", "LocalFiles",
          "ProviderKit", "Transfer", "TestSupport", "Locking", "Digests", "Images", "SystemCalls",
          "Threads",
        ],
        swiftSettings: strict),
      .testTarget(
        name: "GalleryTests", dependencies: ["Gallery", "MirrorCore", "ProviderKit"],
        swiftSettings: strict),
      .testTarget(
        name: "PageServerTests", dependencies: ["PageServer", "TestSupport"],
        swiftSettings: strict),
      .testTarget(
        name: "ConfigurationTests", dependencies: ["Configuration", "TestSupport"],
        swiftSettings: strict),
      .testTarget(
        name: "ConsoleTests",
        dependencies: [
          "Console", "Images", "MirrorCore", "Mirroring", "ProviderKit", "TestSupport",
        ],
        swiftSettings: strict),
      .testTarget(
        name: "PhotomirrorCommandTests",
        dependencies: [
          "Configuration", "Console", "Images", "MirrorCore", "Mirroring", "PhotomirrorCommand",
          "ProviderKit", "TestSupport",
        ],
        swiftSettings: strict),
      .executableTarget(
        name: "ImagesBenchmark", dependencies: ["Images"], path: "Tests/Benchmarks/Images",
        exclude: ["run", "versions", "pillow.py", "Decoding"], swiftSettings: strict),
      .testTarget(
        name: "SessionTests",
        dependencies: [
          "Catalog", "CSQLite", "Locking", "StrictStore", "SystemCalls", "TestSupport",
        ],
        swiftSettings: strict),
    ],
  // toml++ needs it.
  cxxLanguageStandard: .cxx17
)

// The fuzz target has no main but the fuzzer's: Tests/Fuzz/run asks for it.
if Context.environment["PHOTOMIRROR_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "Images", "FlickrProvider", "WebFeedProvider", "ProviderKit", "Transfer", "MirrorCore",
        "Sidecars", "Catalog", "ProviderLoader", "Configuration", "ObjectStorage", "URLLists",
        "MastodonProvider", "BlueskyProvider", "CommonsProvider", "InternetArchiveProvider",
      ],
      path: "Tests/Fuzz",
      exclude: ["run", "Feeds", "Profiles", "Pictures", "Sidecars", "Corpus"],
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
}

// Tests/sanitize builds only the test targets it runs.
if let wanted = Context.environment["PHOTOMIRROR_TESTS"]?.split(separator: " ") {
  package.targets.removeAll { target in
    target.isTest
      ? !wanted.contains { $0 == target.name }
      : target.path?.hasPrefix("Tests/Benchmarks") == true
  }
}
