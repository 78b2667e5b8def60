import Foundation
import ProviderLoader
import TestSupport
import Testing

@Suite("The provider search path")
struct SearchPathTests {
  private let folder: TemporaryDirectory
  private let program: String

  init() throws {
    folder = try TemporaryDirectory()
    program = folder.appending("bin/photomirror")
    for place in ["bin", "lib/photomirror"] {
      try FileManager.default.createDirectory(
        atPath: folder.appending(place), withIntermediateDirectories: true)
    }
    try "".write(toFile: program, atomically: true, encoding: .utf8)
  }

  @Test("The provider search path is options, variable, executable's folder, library folder")
  func order() {
    let path = ProviderLoader.standardSearchPath(
      options: ["/a", "/b"], environment: ["PHOTOMIRROR_PROVIDER_PATH": "/c:/d"],
      executable: program)
    #expect(
      path == [
        "/a", "/b", "/c", "/d", folder.appending("bin"), folder.appending("lib/photomirror"),
      ])
  }

  @Test("The provider search path omits missing standard folders")
  func absent() throws {
    try FileManager.default.removeItem(atPath: folder.appending("lib"))
    let path = ProviderLoader.standardSearchPath(
      options: [], environment: [:], executable: program)
    #expect(path == [folder.appending("bin")])
  }

  @Test("The provider search path resolves a link to the executable")
  func link() throws {
    let link = folder.appending("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: program)
    let path = ProviderLoader.standardSearchPath(options: [], environment: [:], executable: link)
    #expect(path.first == folder.appending("bin"))
  }

  @Test("The provider search path has the working directory only if an option names it")
  func workingDirectory() {
    let path = ProviderLoader.standardSearchPath(
      options: [""], environment: ["PHOTOMIRROR_PROVIDER_PATH": ":::"], executable: "photomirror")
    #expect(path.isEmpty)
  }

  @Test("The provider search path resolves options against the working directory, not the variable")
  func relative() {
    let path = ProviderLoader.standardSearchPath(
      options: ["a"], environment: ["PHOTOMIRROR_PROVIDER_PATH": "b"], executable: "photomirror")
    #expect(path == [FileManager.default.currentDirectoryPath + "/a", "b"])
  }
}
