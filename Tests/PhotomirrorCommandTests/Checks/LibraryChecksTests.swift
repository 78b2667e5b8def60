import Foundation
import TestSupport
import Testing

@testable import PhotomirrorCommand

@Suite("Libraries with known faults")
struct LibraryChecksTests {
  @Test(
    "Versions are ordered as dpkg orders them",
    arguments: [
      ("1.6.9", "1.6.39"), ("1.0~rc1", "1.0"), ("1.0", "1.0+deb12u1"), ("1.0-2", "1.0-10"),
      ("1.0+deb12u3", "1.0+deb12u15"), ("1.0a", "1.0+"), ("0.9", "1.0~~"), ("1.0~~", "1.0~"),
      ("7", "18446744073709551617"),
    ])
  func order(less: String, more: String) {
    #expect(VersionOrder.isLess(less, more) && !VersionOrder.isLess(more, less))
    #expect(!VersionOrder.isLess(less, less))
  }

  @Test("A distribution's package with the correction has not the fault")
  func corrected() throws {
    let png = try #require(LibraryFault.known.first { $0.library == "libpng" })
    #expect(png.affects("1.6.39", package: nil))
    #expect(png.affects("1.6.39", package: "1.6.39-2"))
    #expect(!png.affects("1.6.39", package: "1.6.39-2+deb12u4"))
    // Of another release, nothing is known.
    #expect(png.affects("1.6.43", package: "1.6.43-5"))
    let sqlite = try #require(LibraryFault.known.first { $0.library == "SQLite" })
    #expect(sqlite.affects("3.46.1", package: "3.46.1-6"))
    #expect(!sqlite.affects("3.46.1", package: "3.46.1-7+deb13u2"))
    #expect(!png.affects("1.6.51", package: nil))
    let curl = try #require(LibraryFault.known.first { $0.library == "libcurl" })
    #expect(!curl.affects("7.68.0", package: nil) && curl.affects("8.3.0", package: nil))
  }

  @Test("Every library of the table states its version in this process, and is in no doubt")
  func stated() {
    let libraries = LinkedLibrary.all()
    let optional: Set = ["libheif", "libjxl", "libtiff"]
    let known = Set(LibraryFault.known.map(\.library)).subtracting(optional)
    #expect(Set(libraries.map(\.name)).isSuperset(of: known))
    #expect(libraries.allSatisfy { $0.version.split(separator: ".").count > 1 }, "\(libraries)")
    #expect(LinkedLibrary.version(in: "libcurl/7.88.1 OpenSSL/3.0.19") == "7.88.1")
    #expect(LinkedLibrary.version(in: "LIBTIFF, Version 4.5.0\nCopyright (c) 1988") == "4.5.0")
    #expect(LinkedLibrary.version(in: "nothing") == nil)
  }

  @Test("A fault is a warning that says what to do")
  func warning() throws {
    let folder = try TemporaryDirectory()
    let path = folder.appending("status")
    let stanzas = """
      Package: libpng16-16t64
      Status: install ok installed
      Version: 1:1.6.43-5

      Package: libwebp7
      Status: deinstall ok config-files
      Version: 1.9-1

      """
    try Data(stanzas.utf8).write(to: URL(filePath: path))
    let packages = PackageDatabase(path: path)
    #expect(packages.version(of: "libpng16-16") == "1:1.6.43-5")
    #expect(packages.version(of: "libwebp7") == nil && packages.version(of: "libpng16") == nil)
    let found = LibraryChecks(
      libraries: [
        LinkedLibrary(name: "libpng", version: "1.6.43", package: "libpng16-16"),
        LinkedLibrary(name: "expat", version: "2.7.1", package: "libexpat1"),
      ], packages: packages
    ).run()
    #expect(found.map(\.level) == [.ok, .warning])
    #expect(found[0].text == "libpng 1.6.43, expat 2.7.1")
    #expect(found[1].text.hasPrefix("libpng 1.6.43: a picture overflows the heap (CVE-2025-65018"))
    #expect(found[1].hint?.hasPrefix("update the package libpng16-16") == true)
    #expect(PackageDatabase(path: folder.appending("none")).version(of: "libpng16-16") == nil)
  }

  @Test("An old libheif is named with the version that decodes the photos of newer phones")
  func needs() throws {
    let folder = try TemporaryDirectory()
    let texts = { (version: String) in
      LibraryChecks(
        libraries: [LinkedLibrary(name: "libheif", version: version, package: "libheif1")],
        packages: PackageDatabase(path: folder.appending("none")), faults: []
      ).run().map { "\($0.level) \($0.text)" }
    }
    #expect(texts("1.18.0") == ["ok libheif 1.18.0"])
    let old = texts("1.17.6")
    #expect(old.count == 2 && old[1].hasPrefix("ok libheif 1.17.6: some photos of iOS 18"))
    #expect(old[1].hasSuffix("before version 1.18.0"))
  }

  @Test(
    "The libraries that came with the program are judged by their packages, not by the system's")
  func portable() throws {
    let folder = try TemporaryDirectory()
    let libraries = folder.appending("lib/photomirror")
    try FileManager.default.createDirectory(atPath: libraries, withIntermediateDirectories: true)
    let program = folder.appending("bin/photomirror")
    #expect(!PackageDatabase.ofThisProgram(program).isOfThisProgram)
    let stanza = "Package: libexpat1\nStatus: install ok installed\nVersion: 2.5.0-1\n\n"
    try Data(stanza.utf8).write(to: URL(filePath: libraries + "/packages"))
    let packages = PackageDatabase.ofThisProgram(program)
    #expect(packages.version(of: "libexpat1") == "2.5.0-1")
    let expat = LinkedLibrary(name: "expat", version: "2.5.0", package: "libexpat1")
    let found = LibraryChecks(libraries: [expat], packages: packages).run()
    #expect(found.last?.hint?.hasPrefix("install a newer release of photomirror") == true)
  }
}
