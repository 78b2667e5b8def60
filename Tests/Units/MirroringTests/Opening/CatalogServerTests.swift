import LocalFiles
import MirrorCore
import Testing

@testable import Mirroring

@Suite("The address of a catalog's server")
struct CatalogServerTests {
  @Test("An address with a password is refused, and no text shows the password")
  func password() {
    let address = "postgresql://ada:7391@host/photos"
    let error = #expect(throws: MirrorError.self) { try CatalogServer(address) }
    #expect(error?.message.contains("7391") == false)
    let flaw = CatalogServer.flaw(inAddress: address)
    #expect(flaw?.contains("contains a password") == true && flaw?.contains("7391") == false)
    for text in [CatalogServer.shown(address), CatalogServer.withoutPassword("at \(address)!")] {
      #expect(!text.contains("7391") && text.contains("host/photos"))
    }
  }

  @Test(
    "A text that is no address is a flaw, and is not shown",
    arguments: [
      "mysql://host/photos", "photos", "/var/lib/photos",
    ])
  func invalid(text: String) {
    #expect(CatalogServer.flaw(inAddress: text) == "a database's address begins with postgresql://")
    #expect(CatalogServer.shown(text) == "(not an address)")
    #expect(throws: MirrorError.self) { try CatalogServer(text) }
  }

  @Test("The address in a directory is shown, and not used")
  func recorded() async throws {
    let archive = try await TestArchive(photos: 1)
    try archive.directory.noteCatalogAddress("postgresql://ada@127.0.0.1:9/photos")
    for call in [true, false] {
      let error = await #expect(throws: MirrorError.self) {
        if call {
          _ = try MirrorStatus(of: archive.mirror)
        } else {
          _ = try await MirrorTrash(of: archive.mirror).forget(["x"])
        }
      }
      #expect(
        error
          == .directory(
            "the catalog of this mirror is postgresql://ada@127.0.0.1:9/photos", .otherCatalog))
    }
  }

  @Test("A catalog is not copied to a server from a directory without one, or with one elsewhere")
  func move() async throws {
    let server = try CatalogServer("postgresql://ada@127.0.0.1:9/photos")
    let none = try await TestArchive(photos: 0)
    let missing = await #expect(throws: MirrorError.self) {
      try await CatalogMove(none.directory.path, server, .toServer).run { _ in }
    }
    #expect(missing?.message == "there is no mirror in \(none.directory.path)")
    let archive = try await TestArchive(photos: 1)
    let before = archive.files
    try await archive.mirror.open(.changing) { _ in
      let locked = await #expect(throws: MirrorError.self) {
        try await CatalogMove(archive.directory.path, server, .toServer).run { _ in }
      }
      #expect(locked?.message.contains("is writing to") == true)
    }
    #expect(archive.files == before)
    try archive.directory.noteCatalogAddress("postgresql://ada@127.0.0.1:9/photos")
    let other = await #expect(throws: MirrorError.self) {
      try await CatalogMove(archive.directory.path, server, .toServer).run { _ in }
    }
    #expect(other?.message.hasPrefix("the catalog of this mirror is ") == true)
  }
}
