import Foundation
import TestSupport
import Testing

@Suite("bad input: provider modules", .serialized)
struct ModuleTests {
  /// What a module may be that is of no use, with the reason that is told.
  enum Bad: String, CaseIterable, Sendable {
    case text, folder, noSymbol, wrongVersion, nonsense, dangling

    var reason: String {
      switch self {
      case .text: "is no ELF file"
      case .folder: "is no file"
      case .noSymbol: "lacks the symbol photo_provider_v1"
      case .wrongVersion: "is built for version 7 of the joint, this is version 1"
      case .nonsense: "…JSON…"
      case .dangling: "cannot be read: No such file or directory"
      }
    }

    fileprivate func make(at path: String) async throws {
      switch self {
      case .text: try Data("#!/bin/sh\n".utf8).write(to: URL(filePath: path))
      case .folder:
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      case .dangling:
        try FileManager.default.createSymbolicLink(
          atPath: path, withDestinationPath: "/nowhere/at/all")
      case .noSymbol: try await compile("int nothing;", to: path)
      case .wrongVersion: try await compile(source(version: "7"), to: path)
      case .nonsense: try await compile(source(version: "PHOTO_PROVIDER_ABI_VERSION"), to: path)
      }
    }

    /// A module that answers every question with the same three words.
    private func source(version: String) -> String {
      """
      #include "CProviderABI.h"
      static int32_t answer(void *state, const char *method, const uint8_t *bytes, size_t count,
                            void *context, photo_provider_emit emit) {
        emit(context, (const uint8_t *)"ceci n'est pas", 14);
        return PHOTO_PROVIDER_OK;
      }
      static photo_provider_table table =
          {\(version), sizeof(photo_provider_table), 0, answer};
      const photo_provider_table *photo_provider_v1(void) { return &table; }
      """
    }

    private func compile(_ source: String, to path: String) async throws {
      try Data(source.utf8).write(to: URL(filePath: path + ".c"))
      let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL.path
      let run = try await CommandRun.run(
        "/usr/bin/env",
        ["cc", "-shared", "-fPIC", "-I\(root)/Sources/CProviderABI", "-o", path, path + ".c"])
      try #require(run.exitCode == 0, "\(run.errors)")
    }
  }

  @Test("is refused with its path and why, and the others go on", arguments: Bad.allCases)
  func refused(bad: Bad) async throws {
    let session = try await Session("--photos", "1")
    try FileManager.default.createDirectory(
      atPath: session.folder.appending("modules"), withIntermediateDirectories: true)
    let path = session.folder.appending("modules/libBadProvider.so")
    try await bad.make(at: path)

    let all = try await session.run("providers --provider-path modules")
    all.expect(
      exits: 5,
      output: """
        …/libFlickrProvider.so
        …
        \(bad == .dangling ? "…" : "")\(path)
          refused: \(bad.reason)

        """)
    let lines = try await session.run("providers --json --provider-path modules").output
    #expect(lines.split(separator: "\n").count == 4 && lines.contains(#""refused":""#))

    let other = try await session.run("sync --provider-path modules bad:recent photos")
    other.expect(
      exits: 5,
      errors: """
        photomirror: error: there is no provider 'bad'
        hint: there is flickr, jsonfeed, feed
        hint: refused: \(path) \(bad.reason)
        hint: see 'photomirror providers'
        """)
    #expect(!session.mirror().exists)
    try await session.run(
      "sync --progress none --provider-path modules flickr:recent photos"
    ).expect(exits: 0)
    #expect(session.mirror().photos.count == 1)
  }

  @Test("a place that cannot be searched is told, although another has such a provider")
  func missingPlace() async throws {
    let session = try await Session("--photos", "1")
    for command in ["sync flickr:recent photos", "list flickr:recent"] {
      try await session.run("\(command) --provider-path moduls").expect(
        exits: 5,
        errors: """
          photomirror: error: --provider-path: …/moduls cannot be read: No such file or directory
          """)
    }
    #expect(try await session.server.stats().calls.isEmpty && !session.mirror().exists)
  }

  @Test("providers shows what was found, where, and what it offers")
  func found() async throws {
    let path = BuiltProducts.path("photomirror")
    let folder = URL(filePath: path).deletingLastPathComponent().path
    try await CommandRun.run(
      path, ["providers"], environment: ["PHOTOMIRROR_PROVIDER_PATH": nil]
    ).expect(
      exits: 0,
      output: """
        \(folder)/libFlickrProvider.so
          flickr …
            flickr:recent  …
            flickr:user/NSID  …
            flickr:album/ID  …
            flickr:search?tags=cat&license=4  …
            https://www.flickr.com/photos/NSID/  …
            https://www.flickr.com/photos/NSID/albums/ID  …
            --size LABEL  …  Square, Large Square, …,
        …
            …  …Large 2048, …,
            …  …, Original
            --set flickr.endpoint=VALUE  …
            --set-file flickr.key=PATH or FLICKR_API_KEY  …

        \(folder)/libJSONFeedProvider.so
          jsonfeed …
            jsonfeed:https://example.org/feed.json  …
            https://example.org/feed.json  …
            --size LABEL  …  Original

        \(folder)/libWebFeedProvider.so
          feed …
            feed:https://example.org/photos.rss  …
            https://example.org/photos.rss  …
            https://example.org/photos.atom  …
            https://www.flickr.com/services/feeds/photos_public.gne?id=NSID  …

        """)
  }
}
