import Foundation
import TestSupport
import Testing

@Suite("Built files")
struct BuiltFilesTests {
  @Test(
    "Built files are position-independent, with full RELRO and no executable stack",
    arguments: [
      "photomirror", "photomirror-helper", "libFlickrProvider.so", "libWebFeedProvider.so",
      "libMastodonProvider.so",
      "libBlueskyProvider.so", "libCommonsProvider.so", "libInternetArchiveProvider.so",
      "libOpenverseProvider.so", "libNASAImagesProvider.so",
      "libJSONFeedProvider.so",
    ])
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
