import Catalog
import Foundation
import LocalFiles
import MirrorCore
import ProviderKit
import Testing

@testable import Mirroring

@Suite("The pages of a mirror")
struct MirrorGalleryTests {
  private func pages(_ archive: TestArchive, _ folder: String = "gallery") -> [String: Data] {
    let all = archive.files.filter { $0.key.hasPrefix(folder + "/") && !$0.key.contains("/.") }
    return Dictionary(
      uniqueKeysWithValues: all.map { (String($0.key.dropFirst(folder.count + 1)), $0.value) })
  }

  @Test("Pages are written once, with one for each photo, and the second time none is")
  func written() async throws {
    let archive = try await TestArchive(photos: 3)
    let gallery = MirrorGallery(of: archive.mirror)
    let first = try await gallery.write()
    #expect(first.photos == 3 && first.written == first.pages && first.missing == 0)
    let before = pages(archive)
    #expect(before.count == first.pages && before["index.html"] != nil)
    #expect((1...3).allSatisfy { before["photos/0/\($0).html"] != nil })
    let second = try await gallery.write()
    #expect(second.written == 0 && second.removed == 0 && second.pages == first.pages)
    #expect(pages(archive) == before)
  }

  @Test("What changes of one photo changes its page and the pages that name it, and no other")
  func changed() async throws {
    let archive = try await TestArchive(photos: 3)
    let gallery = MirrorGallery(of: archive.mirror)
    _ = try await gallery.write()
    let before = pages(archive)
    var photo = TestArchive.photo(2)
    photo.about = "Words <b>of</b> the owner"
    do {
      let catalog = try archive.catalog()
      let source = try catalog.beginRun(ofSource: TestArchive.source)
      var page = PageAdmission()
      page.known = [.init(id: 2, photo: photo)]
      _ = try catalog.admit(page, provider: "site", source: source, pass: nil, at: 1)
    }
    let totals = try await gallery.write()
    let after = pages(archive)
    let written = after.keys.filter { after[$0] != before[$0] }
    #expect(totals.written == written.count && written.contains("photos/0/2.html"))
    #expect(!written.contains("photos/0/1.html") && !written.contains("photos/0/3.html"))
    #expect(try await gallery.write().written == 0)
  }

  @Test(
    "A page that was lost or edited is written again, and no other", arguments: [nil, "edited"])
  func repaired(text: String?) async throws {
    let archive = try await TestArchive(photos: 2)
    let gallery = MirrorGallery(of: archive.mirror)
    _ = try await gallery.write()
    let before = pages(archive)
    for page in ["index.html", "photos/0/1.html"] {
      try archive.remove("gallery/" + page)
      if let text { try archive.write(text, to: "gallery/" + page) }
      #expect(try await gallery.write().written == 1, "\(page)")
      #expect(pages(archive) == before)
    }
  }

  @Test("The page of a photo that left the mirror is removed, and a file of the user's stays")
  func removed() async throws {
    let archive = try await TestArchive(photos: 3)
    let gallery = MirrorGallery(of: archive.mirror)
    _ = try await gallery.write()
    try archive.write("mine", to: "gallery/photos/0/own.html")
    _ = try await MirrorTrash(of: archive.mirror).forget([TestArchive.id(2)])
    let totals = try await gallery.write()
    #expect(totals.removed == 1 && totals.photos == 2)
    #expect(!archive.has("gallery/photos/0/2.html"))
    #expect(archive.text("gallery/photos/0/own.html") == "mine")
  }

  @Test("Private photos are shown only if they are asked for, and hidden again without")
  func hidden() async throws {
    let archive = try await TestArchive(photos: 1)
    var photo = TestArchive.photo(2)
    photo.privacy = .family
    try await archive.add([photo])
    for (includesPrivate, count) in [(false, 1), (true, 2), (false, 1)] {
      var choices = MirrorGallery.Choices()
      choices.includesPrivate = includesPrivate
      let totals = try await MirrorGallery(of: archive.mirror, choices).write()
      #expect(totals.photos == count && totals.privatePhotos == 2 - count)
      #expect(pages(archive).keys.count { $0.hasPrefix("photos/0/") } == count)
      let shows = pages(archive).values.contains {
        String(decoding: $0, as: UTF8.self).contains("Photo 2")
      }
      #expect(shows == includesPrivate)
    }
  }

  @Test("A photo whose file is missing is counted, and its page says so")
  func missing() async throws {
    let archive = try await TestArchive(photos: 2)
    try archive.remove(archive.paths[0])
    let totals = try await MirrorGallery(of: archive.mirror).write()
    #expect(totals.missing == 1 && totals.photos == 2)
    for (page, isMissing) in [("1", true), ("2", false)] {
      let text = archive.text("gallery/photos/0/\(page).html")
      #expect(text.contains("The file is missing") == isMissing)
      #expect(text.contains(".photomirror/thumbnails/") == isMissing)
    }
  }

  @Test("A folder with other files is no gallery: it is refused, and nothing in it is touched")
  func foreign() async throws {
    let archive = try await TestArchive(photos: 1)
    try archive.write("mine", to: "gallery/index.html")
    let error = await #expect(throws: MirrorError.self) {
      try await MirrorGallery(of: archive.mirror).write()
    }
    #expect(error?.message.contains("is not a gallery") == true)
    #expect(pages(archive) == ["index.html": Data("mine".utf8)])
  }

  @Test("A file in the place of the gallery is refused, and stays")
  func file() async throws {
    let archive = try await TestArchive(photos: 1)
    try archive.write("mine", to: "gallery")
    await #expect(throws: MirrorError.self) {
      try await MirrorGallery(of: archive.mirror).write()
    }
    #expect(archive.text("gallery") == "mine")
  }

  @Test("A mirror without photos has a first page, and a directory without a mirror has none")
  func empty() async throws {
    let archive = try await TestArchive(photos: 0)
    await #expect(throws: MirrorError.self) {
      try await MirrorGallery(of: archive.mirror).write()
    }
    #expect(!FileManager.default.fileExists(atPath: archive.directory.path))
    try await archive.add([])
    let totals = try await MirrorGallery(of: archive.mirror).write()
    #expect(totals.photos == 0 && pages(archive)["index.html"] != nil)
  }

  @Test("A gallery is written while another task changes the mirror, and is none of its files")
  func meanwhile() async throws {
    let archive = try await TestArchive(photos: 2)
    try await archive.mirror.open(.changing) { _ in
      let photos = try await MirrorGallery(of: archive.mirror).write().photos
      #expect(photos == 2)
    }
    var extra: [Verification.Finding] = []
    try await Verification(of: archive.mirror).run { extra += $0.finding.map { [$0] } ?? [] }
    #expect(extra == [])
  }
}
