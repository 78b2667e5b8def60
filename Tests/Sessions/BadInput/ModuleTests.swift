import Foundation
import TestSupport
import Testing

@Suite("Bad input: provider modules", .serialized)
struct ModuleTests {
  /// Unusable modules, each with the reported reason.
  enum Bad: String, CaseIterable, Sendable {
    case text, folder, noSymbol, wrongVersion, nonsense, dangling

    var reason: String {
      switch self {
      case .text: "cannot be opened: …: file too short"
      case .folder: "is not a regular file"
      case .noSymbol: "lacks the symbol photo_provider_v1"
      case .wrongVersion:
        "has a table of version 7 instead of 1 of the provider interface"
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
      case .noSymbol: try await BadModule.compile("int nothing;", to: path)
      case .wrongVersion: try await BadModule.compile(source(version: "7"), to: path)
      case .nonsense:
        try await BadModule.compile(source(version: "PHOTO_PROVIDER_ABI_VERSION"), to: path)
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
  }

  @Test(
    "An unusable module is refused with its path and reason; others work", arguments: Bad.allCases)
  func refused(bad: Bad) async throws {
    let session = try await Session("--photos", "1")
    let modules = try TemporaryDirectory(in: BuiltProducts.directory)
    let path = modules.appending("libBadProvider.so")
    try await bad.make(at: path)

    let all = try await session.run("providers --provider-path \(modules.path)")
    all.expect(
      exits: 5,
      output: """
        …/libBlueskyProvider.so
        …
        part of photomirror
          urls …
        …
        \(bad == .dangling ? "…" : "")\(path)
          refused: \(bad.reason)

        """)
    let lines = try await session.run("providers --json --provider-path \(modules.path)").output
    #expect(lines.split(separator: "\n").count == Session.providers.count + 2)
    #expect(lines.contains(#""refused":""#))

    let other = try await session.run("sync --provider-path \(modules.path) bad:recent photos")
    other.expect(
      exits: 5,
      errors: """
        photomirror: error: there is no provider 'bad'
        hint: the providers are \(Session.providers.joined(separator: ", ")), urls
        hint: refused: \(path) \(bad.reason)
        hint: in \(modules.path), only files named lib…Provider.so and photomirror-provider-… are considered
        hint: see 'photomirror providers'
        """)
    #expect(!session.mirror().exists)
    try await session.run(
      "sync --progress none --provider-path \(modules.path) flickr:recent photos"
    ).expect(exits: 0)
    #expect(session.mirror().photos.count == 1)
  }

  @Test("A module's invalid request is reported as its author's error")
  func impossibleRequest() async throws {
    let session = try await Session("--photos", "1")
    let modules = try TemporaryDirectory(in: BuiltProducts.directory)
    let path = modules.appending("libBadProvider.so")
    try await BadModule.compile(["page-request": #"{"url":"photos/all"}"#], to: path)
    try await session.run("sync --provider-path \(modules.path) bad:all photos").expect(
      exits: 5,
      errors: """
        photomirror: error: bad:all: the request's address "photos/all" is not an http or https address
        hint: report this to the author of …/libBadProvider.so
        """)
    #expect(!session.mirror().exists)
  }

  @Test("A module that crashes while it reads a page ends the listing with its provider's name")
  func crashingPage() async throws {
    let session = try await Session("--photos", "1")
    let modules = try TemporaryDirectory(in: BuiltProducts.directory)
    let site = try WireServer { _ in [.ok([])] }
    try await BadModule.compile(
      ["page-request": #"{"url":"\#(site.url("/"))"}"#],
      statements: #"if (!strcmp(method, "page")) *(volatile int *)8 = 1;"#,
      to: modules.appending("libBadProvider.so"))
    let run = try await session.run(
      "sync --progress none --provider-path \(modules.path) bad:\(site.url("/")) photos")
    #expect(run.exitCode == 3)
    #expect(
      run.errors.contains(
        #"\#(site.url("/")): the module of bad was stopped during "page": Segmentation fault"#),
      "\(run.errors)")
  }

  @Test("A module that crashes at one photo costs that photo alone")
  func crashingPhoto() async throws {
    let session = try await Session("--photos", "1")
    let modules = try TemporaryDirectory(in: BuiltProducts.directory)
    let site = try WireServer { request in
      [.ok(request.target.hasSuffix(".png") ? Array(BadModule.picture) : [])]
    }
    let photos = (1...5).map { #"{"id":"photo\#($0)"}"# }.joined(separator: ",")
    let address = #"{"url":"\#(site.url("/"))"}"#
    try await BadModule.compile(
      [
        "page-request": address, "page": #"{"photos":[\#(photos)]}"#,
        "renditions-request": address,
        "renditions": #"{"renditions":[{"label":"L","url":"\#(site.url("/1.png"))"}]}"#,
      ],
      statements: """
        if (!strcmp(method, "renditions"))
          for (size_t i = 0; i + 6 <= count; i++) if (!memcmp(bytes + i, "photo3", 6)) exit(9);
        """,
      to: modules.appending("libBadProvider.so"))
    let run = try await session.run(
      "sync --provider-path \(modules.path) bad:\(site.url("/")) photos")
    #expect(run.exitCode == 1, "\(run.errors)")
    #expect(session.mirror().photos.count == 4)
    #expect(
      run.errors.contains(
        #"the module of bad was stopped during "renditions": it exited with status 9"#),
      "\(run.errors)")
  }

  @Test("A module without an address for a photo is reported as such")
  func nowhere() async throws {
    let session = try await Session("--photos", "1")
    let modules = try TemporaryDirectory(in: BuiltProducts.directory)
    let site = try WireServer { _ in [.ok([])] }
    try await BadModule.compile(
      [
        "page-request": #"{"url":"\#(site.url("/"))"}"#, "page": #"{"photos":[{"id":"1"}]}"#,
      ], to: modules.appending("libBadProvider.so"))
    let run = try await session.run(
      "sync --provider-path \(modules.path) bad:\(site.url("/")) photos")
    let reason = "its listing gives no address for it, and bad has no call for sizes"
    #expect(run.exitCode == 1 && run.errors.contains("failed    1: \(reason)\n"), "\(run.errors)")
  }

  @Test("An unreadable folder of the search path is reported although another has the provider")
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

  @Test("'providers' shows each module's path and offers in 80 columns")
  func found() async throws {
    let path = BuiltProducts.path("photomirror")
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let run = try await CommandRun.run(
      path, ["providers"], environment: ["PHOTOMIRROR_PROVIDER_PATH": nil])
    #expect(run.exitCode == 0)
    let lines = run.output.split(separator: "\n")
    for module in ["Flickr", "JSONFeed", "WebFeed"] {
      #expect(lines.contains { $0 == "\(folder)/lib\(module)Provider.so" })
    }
    #expect(lines.allSatisfy { $0.hasPrefix(folder) || $0.count <= 80 })
    for term in [
      "  flickr ", "    flickr:recent ", "    --size LABEL  ", "    --set flickr.endpoint=VALUE",
      "    --set-file flickr.key=PATH or FLICKR_API_KEY",
      "    jsonfeed:https://example.org/feed.json",
      "    https://www.flickr.com/services/feeds/photos_public.gne?id=NSID",
    ] {
      #expect(lines.contains { $0.hasPrefix(term) }, "\(term)")
    }
  }
}
