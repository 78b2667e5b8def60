import Testing

@testable import PhotomirrorCommand

@Suite("Libraries")
struct LibraryChecksTests {
  @Test("Every linked library states its version in this process")
  func stated() {
    let libraries = LinkedLibrary.all()
    let linked: Set = ["libcurl", "SQLite", "OpenSSL", "libpng", "libwebp", "expat", "libarchive"]
    #expect(Set(libraries.map(\.name)).isSuperset(of: linked))
    #expect(libraries.allSatisfy { $0.version.split(separator: ".").count > 1 }, "\(libraries)")
    #expect(LinkedLibrary.version(in: "libcurl/7.88.1 OpenSSL/3.0.19") == "7.88.1")
    #expect(LinkedLibrary.version(in: "LIBTIFF, Version 4.5.0\nCopyright (c) 1988") == "4.5.0")
    #expect(LinkedLibrary.version(in: "nothing") == nil)
  }

  @Test("An old libheif is named with the version that decodes the photos of newer phones")
  func needs() throws {
    let texts = { (version: String) in
      LibraryChecks(
        libraries: [
          LinkedLibrary(name: "libheif", version: version),
          LinkedLibrary(name: "expat", version: "2.7.1"),
        ]
      ).run().map { "\($0.level) \($0.text)" }
    }
    #expect(texts("1.18.0") == ["ok libheif 1.18.0, expat 2.7.1"])
    #expect(texts("1.100") == ["ok libheif 1.100, expat 2.7.1"])
    let old = texts("1.17.6")
    #expect(old.count == 2 && old[1].hasPrefix("ok libheif 1.17.6: some photos of iOS 18"))
    #expect(old[1].hasSuffix("before version 1.18.0"))
  }

  @Test("The versions come with the name of the program that knows their faults")
  func faults() {
    #expect(LibraryChecks(libraries: []).run().first?.hint?.hasPrefix("debsecan") == true)
  }
}
