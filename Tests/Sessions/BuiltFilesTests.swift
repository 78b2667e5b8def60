import Foundation
import ProviderLoader
import TestSupport
import Testing

@Suite("Built files")
struct BuiltFilesTests {
  /// The libraries of the modules: one for each folder of Plugins that has a module, and that of the sample.
  private static let modules: [String] = {
    let plugins = URL(filePath: #filePath).appending(path: "../../../Plugins").standardizedFileURL
    let folders = try? FileManager.default.contentsOfDirectory(atPath: plugins.path)
    let sites = (folders ?? []).filter {
      FileManager.default.fileExists(atPath: plugins.appending(path: $0 + "/Module").path)
    }
    return (sites.sorted() + ["JSONFeed"]).map { "lib\($0)Provider.so" }
  }()

  @Test("Every site's folder is found")
  func found() {
    #expect(Self.modules.count == ShippedProviders.names.count + 1)
  }

  @Test(
    "Built files are position-independent, with full RELRO and no executable stack",
    arguments: ["photomirror", "photomirror-helper"] + modules)
  func hardened(name: String) async throws {
    let run = try await CommandRun.run(
      "/usr/bin/env", ["readelf", "-hldW", BuiltProducts.path(name)])
    try #require(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.contains("DYN ("))
    #expect(run.output.contains("GNU_RELRO"))
    #expect(run.output.contains("BIND_NOW") || run.output.contains("Flags: NOW"))
    #expect(
      !run.output.split(separator: "\n").contains { $0.contains("STACK") && $0.contains("RWE") })
  }

  @Test(
    "The program with the keys has no library of archives, and that of the workers none of the network",
    arguments: [
      ("photomirror", ["libarchive", "libpq", "libheif", "libtiff"]),
      (
        "photomirror-helper",
        ["libcurl", "libssl", "libcrypto", "libsqlite3", "libexpat", "libmicrohttpd", "libpq"]
          // It takes longer to load than a picture to decode.
          + ["libFoundation."]
      ),
    ])
  func libraries(name: String, absent: [String]) async throws {
    let run = try await CommandRun.run(
      "/usr/bin/env", ["readelf", "-dW", BuiltProducts.path(name)])
    try #require(run.exitCode == 0 && run.output.contains("(NEEDED)"), "\(run.errors)")
    let needed = run.output.split(separator: "\n").filter { $0.contains("(NEEDED)") }
    for library in absent { #expect(!needed.contains { $0.contains("[\(library)") }) }
  }
}
