import Foundation
import StrictStore
import TestSupport
import Testing

/// A gallery of photos that are in an object store.
@Suite("A gallery over an object store", .timeLimit(.minutes(15)))
struct StoreGalleryTests: StoreUser {
  let store: StrictStore
  let session: Session

  init() async throws { (store, session) = try await Self.start() }

  @Test("Its folder has pages and thumbnails, and links to the photos at the address that is given")
  func pages() async throws {
    try await sync(options).expect(exits: 0)
    let gallery = "gallery photos -o site --photos-url https://photos.example.org/my/mirror"
    let first = try await session.run(gallery)
    #expect(first.exitCode == 0 && first.output == "site/index.html\n", "\(first.errors)")
    let site = session.folder.appending("site")
    let names = try FileManager.default.subpathsOfDirectory(atPath: site)
    let thumbnails = names.filter { $0.hasPrefix("thumbnails/") && $0.hasSuffix(".jpg") }
    #expect(!thumbnails.isEmpty)
    for name in thumbnails {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(site)/\(name)")
      #expect(attributes[.posixPermissions] as? Int == 0o644)
    }
    let pages = try names.filter { $0.hasPrefix("photos/") && $0.hasSuffix(".html") }.map {
      try String(contentsOfFile: "\(site)/\($0)", encoding: .utf8)
    }
    #expect(pages.count == 6)
    let keys = store.state.withLock(\.objects.keys)
    for page in pages {
      // Nothing is loaded from there.
      #expect(!page.contains("src=\"https://"))
      let links = page.matches(of: #/href="https://photos\.example\.org/(my/[^"]+)"/#)
      let key = try #require(links.first?.1.description.removingPercentEncoding)
      #expect(keys.contains(key), "\(key)")
    }
    // A second time reads no thumbnail again.
    let reads = {
      store.requests.count { $0.method == "GET" && $0.target.contains("/thumbnails/") }
    }
    let read = reads()
    let second = try await session.run(gallery)
    #expect(second.exitCode == 0 && second.errors.contains(" 0 written"), "\(second.errors)")
    #expect(read > 0 && reads() == read && store.complaints.isEmpty)
  }

  @Test("Without a folder it is refused, and the message names the options")
  func refused() async throws {
    try await sync(options).expect(exits: 0)
    let run = try await session.run("gallery photos")
    #expect(run.exitCode == 4 && run.errors.contains("--photos-url"), "\(run.errors)")
    let lone = try await session.run("gallery photos --photos-url https://photos.example.org/")
    #expect(lone.exitCode == 2 && lone.errors.contains("--photos-url needs -o"))
  }
}
