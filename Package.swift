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
      // samples/Distribution/build asks for what can be installed: Swift's runtime is there once, beside the modules, and
      // no toolchain is searched for it.
      + (Context.environment["PHOTOMIRROR_INSTALL"] == nil
        ? []
        : ["-no-toolchain-stdlib-rpath", "-Xlinker", "-rpath=$ORIGIN/../lib/photomirror"]))
]

// glibc's checks on the sizes of buffers (feature_test_macros(7)); they need an optimizer.
let fortified: [CSetting] = [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))]

// Provider modules, one dynamic library each, reached only through dlopen. What a module knows is apart from
// the symbol it exports, so that tests can link several of them.
let providers: [(name: String, libraries: [Target.Dependency])] = [
  ("Flickr", ["WebText"]), ("WebFeed", ["XML", "WebText"]), ("Mastodon", ["WebText"]),
  ("Bluesky", []),
  ("Commons", []), ("InternetArchive", ["WebText"]), ("Openverse", []), ("NASAImages", ["WebText"]),
]
let providerNames = providers.map { Target.Dependency(stringLiteral: "\($0.name)Provider") }
let providerTargets: [Target] = providers.flatMap { name, libraries -> [Target] in
  [
    .target(
      name: "\(name)Provider", dependencies: ["ProviderKit"] + libraries,
      path: "Plugins/\(name)/Provider", swiftSettings: strict + [.strictMemorySafety()]),
    .target(
      name: "\(name)Module",
      dependencies: ["\(name)Provider", "ProviderKit"].map { .init(stringLiteral: $0) },
      path: "Plugins/\(name)/Module", swiftSettings: strict, linkerSettings: hardened),
  ]
}

// Targets that work on pointers: they call C libraries or the system, or run code of others. In all other ones each
// expression that could break the safety of memory is marked.
let seams: Set = [
  "Locking", "SystemCalls", "Operations", "Digests", "Transfer", "Sandbox", "Images", "Archives",
  "PostgreSQL", "XML", "ProviderKit", "ModuleHosting", "Catalog", "LocalFiles", "FlickrExport",
  "ProviderLoader", "Console", "PageServer", "Configuration", "PhotomirrorCommand",
]
func safety(_ name: String) -> [SwiftSetting] {
  seams.contains(name) ? [] : [.strictMemorySafety()]
}

// A target is in the folder of its layer: Sources/LAYER/NAME.
func library(
  _ layer: String, _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  settings: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(layer)/\(name)", exclude: exclude,
    swiftSettings: strict + safety(name) + settings)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Sources/Command/\(name)",
    swiftSettings: strict + safety(name),
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
  installed("CZlib", "zlib", header: "zlib1g-dev"),
  installed("CGlibc"), installed("CAllocator"),
  compiled("CExpat", linking: ["expat"]),
  compiled("CImageCodec", linking: ["png", "isal", "jpeg", "gif", "webp", "webpdemux", "lcms2"]),
  compiled("CTerminal"), compiled("CSandbox"), compiled("CPostgreSQL"), compiled("CArchive"),
  compiled("CZstd", linking: ["zstd"]), compiled("CSHA256"),
  .target(
    name: "CTOML", path: "Sources/C/CTOML",
    cxxSettings: [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))]),

  // Libraries that know nothing of photos' sites.
  library("Libraries", "Locking"),
  library("Libraries", "SystemCalls", ["CGlibc"]),
  library("Libraries", "Operations", ["Locking"]),
  library("Libraries", "OperationsTesting", ["Operations", "Locking"]),
  library("Libraries", "Threads", ["Locking", "SystemCalls"]),
  library("Libraries", "WebText"),
  library("Libraries", "Redaction", ["WebText"]),
  library("Libraries", "Pacing"),
  library("Libraries", "Digests", ["SystemCalls", "CCrypto", "CSHA256"]),
  library(
    "Libraries", "Transfer",
    ["Locking", "SystemCalls", "Redaction", "Pacing", "Digests", "WebText", "CCurl", "CZlib"]),
  library("Libraries", "Sandbox", ["Locking", "SystemCalls", "CGlibc", "CSandbox"]),
  library(
    "Libraries", "Images", ["Locking", "SystemCalls", "Sandbox", "CImageCodec"], settings: quick),
  library("Libraries", "Archives", ["CArchive", "Sandbox", "SystemCalls"]),
  library("Libraries", "PostgreSQL", ["CPostgreSQL"]),
  library("Libraries", "XML", ["CExpat"]),

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
      "WebText",
    ]),

  // The ports with the world.
  library("Adapters", "Sidecars", ["MirrorCore", "XML"]),
  library(
    "Adapters", "Catalog",
    [
      "MirrorCore", "ProviderKit", "Threads", "PostgreSQL", "SystemCalls", "CSQLite", "CZstd",
      "Locking", "CGlibc",
    ], exclude: ["VIEWS.md"]),
  library("Adapters", "Fetching", ["MirrorCore", "Transfer", "Digests", "Locking", "WebText"]),
  library(
    "Adapters", "Inspection",
    ["MirrorCore", "ProviderKit", "Threads", "Locking", "Images", "Digests", "SystemCalls"]),
  library(
    "Adapters", "LocalFiles",
    [
      "MirrorCore", "ProviderKit", "Threads", "Locking", "SystemCalls", "Digests", "WebText",
      "CGlibc",
    ]),
  library(
    "Adapters", "ObjectStorage",
    [
      "MirrorCore", "LocalFiles", "Transfer", "Digests", "Redaction", "Threads", "Locking",
      "SystemCalls", "XML", "WebText",
    ]),
  library(
    "Adapters", "WebDAV",
    [
      "MirrorCore", "LocalFiles", "Transfer", "Digests", "Threads", "Locking", "SystemCalls", "XML",
      "WebText",
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
  library("Mirror", "Gallery", ["MirrorCore", "ProviderKit", "Digests", "WebText"]),
  library(
    "Mirror", "Mirroring",
    [
      "Gallery", "MirrorCore", "Fetching", "Inspection", "LocalFiles", "Catalog", "Threads",
      "ProviderLoader", "ProviderKit", "FlickrExport", "URLLists", "Transfer", "Images",
      "Digests", "Pacing", "Locking", "Sidecars", "SystemCalls", "ObjectStorage", "WebDAV",
      "PostgreSQL", "Operations", "WebText",
    ]),

  // The command line.
  library(
    "Command", "Console",
    ["Gallery", "MirrorCore", "ProviderKit", "Locking", "SystemCalls", "WebText", "CTerminal"]),
  library("Command", "PageServer", ["SystemCalls", "CMicrohttpd"]),
  library("Command", "Configuration", ["CTOML", "SystemCalls"]),
  library(
    "Command", "PhotomirrorCommand",
    [
      "MirrorCore", "Mirroring", "Images", "Console", "ProviderLoader", "ProviderTesting",
      "ProviderKit", "FlickrExport", "URLLists", "Threads", "Locking", "Sandbox", "SystemCalls",
      "CGlibc", "Configuration", "PageServer", "Gallery", "WebText",
    ]),
  // What reads strangers' bytes. The command starts it, and is built with it.
  program("photomirror-helper", ["Archives", "Images", "ModuleHosting", "Sandbox"]),
  program("photomirror", ["PhotomirrorCommand", "CAllocator", "photomirror-helper"]),
]

// Tests of one target each, but for those of the built command.
func tests(
  _ name: String, _ dependencies: [Target.Dependency] = [], at path: String? = nil,
  exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: path ?? "Tests/Units/\(name)", exclude: exclude,
    swiftSettings: strict)
}

func shared(
  _ name: String, _ dependencies: [Target.Dependency], at path: String,
  settings: [SwiftSetting] = []
) -> Target {
  .target(name: name, dependencies: dependencies, path: path, swiftSettings: strict + settings)
}

func tool(
  _ name: String, _ dependencies: [Target.Dependency], at path: String, exclude: [String] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: path, exclude: exclude, swiftSettings: strict)
}

let samplesAndTests: [Target] = [
  // Samples. The provider to copy sees what its copies will see.
  .target(
    name: "JSONFeedProvider", dependencies: ["ProviderKit"],
    path: "samples/JSONFeedProvider/Provider", packageAccess: false, swiftSettings: strict),
  .target(
    name: "JSONFeedModule", dependencies: ["JSONFeedProvider", "ProviderKit"],
    path: "samples/JSONFeedProvider/Module", packageAccess: false, swiftSettings: strict,
    linkerSettings: hardened),
  .executableTarget(
    name: "FlickrServer",
    dependencies: [
      "CMicrohttpd", "CZlib", "PageServer", "Images", "Locking", "SystemCalls", "Digests",
    ],
    path: "samples/FlickrServer", swiftSettings: strict + quick),
  tool("Proofs", ["Images"], at: "samples/Images/Proofs"),
  tool("Albums", ["Operations"], at: "samples/Operations/Albums"),
  tool("CookbookTree", ["Operations"], at: "samples/Operations/CookbookTree"),
  tool("PhotoFeed", ["Operations"], at: "samples/Operations/PhotoFeed"),
  tool("Compositions", ["Operations"], at: "samples/Operations/Compositions"),
  tool("Callbacks", ["Operations"], at: "samples/Operations/Callbacks"),

  // Tests repeat the tree.
  shared(
    "MirrorTesting", ["MirrorCore", "ProviderKit", "Locking"], at: "Tests/Support/MirrorTesting"),
  shared("TestSupport", ["Locking", "CGlibc"], at: "Tests/Support/TestSupport"),
  shared(
    "MirrorHistories", ["Digests", "Images", "TestSupport"], at: "Tests/Support/MirrorHistories",
    settings: quick),
  shared(
    "RandomOperations", ["Operations", "OperationsTesting", "Locking"],
    at: "Tests/Support/RandomOperations"
  ),
  tests("ArchitectureTests", ["TestSupport"], exclude: ["Cycle"]),
  tests(
    "OperationsTests",
    ["Operations", "OperationsTesting", "RandomOperations", "Threads", "Locking"]),
  tests("XMLTests", ["XML"]),
  tests("WebTextTests", ["WebText"]),
  tests("SystemCallsTests", ["SystemCalls", "TestSupport"]),
  tests("ThreadsTests", ["Threads", "OperationsTesting"]),
  tool(
    "OperationsBenchmark", ["Operations", "Locking"], at: "Tests/Benchmarks/Operations",
    exclude: ["run", "soak", "Soak"]),
  tool("OperationsSoak", ["RandomOperations", "Locking"], at: "Tests/Benchmarks/Operations/Soak"),
  tests(
    "TransferTests",
    ["Transfer", "Redaction", "Pacing", "Digests", "CSHA256", "Locking", "TestSupport"]),
  .systemLibrary(
    name: "CWebPEncoder", path: "Tests/Support/CWebPEncoder", providers: [.apt(["libwebp-dev"])]),
  tool(
    "TransferBenchmark",
    ["Transfer", "MirrorCore", "Mirroring", "LocalFiles", "Threads", "Locking"],
    at: "Tests/Benchmarks/Transfer", exclude: ["run"]),
  tests("ImagesTests", ["Images", "CImageCodec", "CWebPEncoder", "TestSupport"]),
  tests("SandboxTests", ["Sandbox"]),
  tool("HostileDecoder", ["Images", "Sandbox"], at: "Tests/Support/HostileDecoder"),
  tool(
    "CatalogBenchmark", ["Catalog", "MirrorCore", "PostgreSQL", "ProviderKit"],
    at: "Tests/Benchmarks/Catalog", exclude: ["run"]),
  tests(
    "CatalogTests",
    [
      "Catalog", "MirrorCore", "MirrorTesting", "CSQLite", "PostgreSQL", "ProviderKit", "Locking",
      "Sandbox", "SystemCalls", "TestSupport",
    ]),
  tests(
    "PostgreSQLTests",
    ["PostgreSQL", "Catalog", "MirrorCore", "MirrorTesting", "ProviderKit", "TestSupport"]),
  tool(
    "HostileModule", ["ProviderLoader", "ProviderKit", "Locking"], at: "Tests/Support/HostileModule"
  ),
  tool(
    "ProvidersBenchmark", ["ProviderLoader", "ProviderKit"], at: "Tests/Benchmarks/Providers",
    exclude: ["run", "photomirror-provider-page"]),
  shared("ModuleSupport", ["ProviderLoader"], at: "Tests/Support/ModuleSupport"),
  tests("ProviderKitTests", ["CProviderABI", "ProviderKit", "ProviderTesting", "TestSupport"]),
  tests("ProviderLoaderTests", ["ModuleSupport", "ProviderKit", "ProviderLoader", "TestSupport"]),
  tests(
    "FlickrTests",
    ["FlickrProvider", "ModuleSupport", "ProviderKit", "ProviderTesting", "TestSupport"]),
  tests(
    "WebFeedTests",
    ["WebFeedProvider", "ModuleSupport", "ProviderKit", "ProviderTesting", "TestSupport"]),
  tests(
    "SiteTests",
    providerNames + ["ModuleSupport", "ProviderKit", "ProviderTesting"]),
  .testTarget(
    name: "JSONFeedTests",
    dependencies: ["JSONFeedProvider", "ProviderKit", "ProviderTesting"],
    path: "samples/JSONFeedProvider/Tests", packageAccess: false, swiftSettings: strict),
  tests(
    "MirrorCoreTests",
    [
      "MirrorCore", "MirrorTesting", "ProviderKit", "Operations", "OperationsTesting", "Locking",
      "TestSupport",
    ]),
  tests("SidecarsTests", ["Sidecars", "MirrorCore", "ProviderKit", "TestSupport"]),
  tests(
    "LocalFilesTests",
    [
      "LocalFiles", "MirrorCore", "MirrorTesting", "Threads", "SystemCalls", "TestSupport",
      "Images",
    ]),
  shared("StrictStore", ["Digests", "Locking", "TestSupport"], at: "Tests/Support/StrictStore"),
  tests(
    "ObjectStorageTests",
    [
      "ObjectStorage", "StrictStore", "LocalFiles", "MirrorCore", "MirrorTesting", "Transfer",
      "Digests", "Threads", "Locking", "TestSupport",
    ]),
  tests(
    "WebDAVTests",
    [
      "WebDAV", "StrictStore", "LocalFiles", "MirrorCore", "MirrorTesting", "Transfer", "Threads",
      "Locking", "TestSupport",
    ]),
  tests("FetchingTests", ["Fetching", "Transfer", "MirrorCore", "Redaction", "TestSupport"]),
  tests(
    "FlickrExportTests", ["FlickrExport", "Archives", "MirrorCore", "ProviderKit", "TestSupport"]),
  tests("URLListsTests", ["URLLists", "ProviderKit", "ProviderTesting", "TestSupport"]),
  tests(
    "InspectionTests",
    ["Inspection", "MirrorCore", "Threads", "Images", "Digests", "TestSupport"]),
  tests(
    "MirroringTests",
    [
      "MirrorCore", "Mirroring", "MirrorHistories", "Catalog", "Fetching", "Inspection",
      "LocalFiles", "MirrorTesting", "ProviderKit", "Transfer", "TestSupport", "Locking",
      "Digests", "Images", "SystemCalls", "Threads",
    ]),
  tests("GalleryTests", ["Gallery", "MirrorCore", "ProviderKit"]),
  tests("PageServerTests", ["PageServer", "SystemCalls", "TestSupport"]),
  tests("ConfigurationTests", ["Configuration", "TestSupport"]),
  tests(
    "ConsoleTests", ["Console", "Images", "MirrorCore", "Mirroring", "ProviderKit", "TestSupport"]),
  tests(
    "PhotomirrorCommandTests",
    [
      "Configuration", "Console", "Images", "MirrorCore", "Mirroring", "PhotomirrorCommand",
      "ProviderKit", "TestSupport",
    ]),
  tool(
    "ImagesBenchmark", ["Images"], at: "Tests/Benchmarks/Images",
    exclude: ["run", "versions", "pillow.py", "Decoding"]),
  tests(
    "SessionTests",
    [
      "MirrorHistories", "Catalog", "CSQLite", "Digests", "Locking", "ProviderLoader",
      "StrictStore",
      "SystemCalls", "TestSupport",
    ], at: "Tests/Sessions"),
]

let package = Package(
  name: "photomirror",
  // Task executors and atomics.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
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
  targets: layers + providerTargets + samplesAndTests,
  // toml++ needs it.
  cxxLanguageStandard: .cxx17
)

// The fuzz target has no main but the fuzzer's: Tests/Fuzz/run asks for it.
if Context.environment["PHOTOMIRROR_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Fuzz",
      dependencies: providerNames + [
        "Images", "ProviderKit", "Transfer", "MirrorCore", "Sidecars", "Catalog", "ModuleHosting",
        "ProviderLoader", "Configuration", "ObjectStorage", "WebDAV", "URLLists", "Mirroring",
        "PhotomirrorCommand", "CArchive", "CImageCodec",
      ],
      path: "Tests/Fuzz",
      exclude: ["run", "Feeds", "Profiles", "Pictures", "Sidecars", "Corpus"],
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
}

// Tests/Programs/sanitize builds only the test targets it runs.
if let wanted = Context.environment["PHOTOMIRROR_TESTS"]?.split(separator: " ") {
  package.targets.removeAll { target in
    target.isTest
      ? !wanted.contains { $0 == target.name }
      : target.path?.hasPrefix("Tests/Benchmarks") == true
  }
}
