import Foundation
import ModuleSupport
import ProviderLoader
import TestSupport
import Testing

@Suite("The provider loader")
struct ProviderLoaderTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory(in: BuiltModule.folder) }

  @Test("The provider loader finds the built modules beside the tests")
  func built() {
    let found = ProviderLoader(searchPath: [BuiltModule.folder]).load()
    #expect(found.providers.count > ShippedProviders.names.count)
    #expect(found.refused.isEmpty)
  }

  @Test("The provider loader opens a module named in the search path, whatever its file name")
  func direct() throws {
    let path = folder.appending("odd name")
    try CModule().build(at: path)
    #expect(ProviderLoader(searchPath: [path]).load().providers.map(\.path) == [path])
  }

  @Test("The provider loader opens each file once, however often the search path has it")
  func once() throws {
    let path = folder.appending("libWildProvider.so")
    try CModule().build(at: path)
    let link = folder.appending("libLinkProvider.so")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    let found = ProviderLoader(searchPath: [folder.path, path, folder.path + "/."]).load()
    #expect(found.providers.map(\.path) == [path])
    #expect(found.refused.isEmpty)
  }

  @Test("The provider loader ignores files with other names")
  func names() throws {
    let names = [
      "libWild.so", "WildProvider.so", "libProvider.so", "libWildProvider.so.1", "a.txt",
    ]
    for name in names {
      try "no library".write(toFile: folder.appending(name), atomically: true, encoding: .utf8)
    }
    let found = ProviderLoader(searchPath: [folder.path]).load()
    #expect(found.providers.isEmpty)
    #expect(found.refused.isEmpty)
  }

  @Test("The provider loader prefers the first entry of the search path")
  func order() throws {
    let first = try TemporaryDirectory(in: BuiltModule.folder)
    for place in [first, folder] { try CModule().build(at: place.appending("libWildProvider.so")) }
    let found = ProviderLoader(searchPath: [first.path, folder.path]).load()
    #expect(found.providers.map(\.path) == [first.appending("libWildProvider.so")])
    #expect(found.refused.map(\.path) == [folder.appending("libWildProvider.so")])
  }

  @Test("The provider loader opens no module of others if a file's name leads to the wanted one")
  func named() throws {
    try CModule().build(at: folder.appending("libWildProvider.so"))
    try "no library".write(
      toFile: folder.appending("libOtherProvider.so"), atomically: true, encoding: .utf8)
    let loader = ProviderLoader(searchPath: [folder.path])
    #expect(loader.load("wild").providers.count == 1 && loader.load("wild").refused.isEmpty)
    #expect(loader.load("nobody").refused.count == 1)
    #expect(loader.load("nobody").providers.map(\.manifest.name) == ["wild"])
  }

  @Test("The provider loader reports a missing entry of the search path")
  func missing() {
    let place = folder.appending("nowhere")
    let found = ProviderLoader(searchPath: [place]).load()
    #expect(found.refused.map(\.path) == [place])
    #expect(found.refused.map(\.reason) == ["cannot be read: No such file or directory"])
  }

  @Test(
    "The provider loader reports a relative entry of the search path",
    arguments: ["", "a/b"])
  func relative(place: String) {
    let found = ProviderLoader(searchPath: [place]).load()
    #expect(found.refused.map(\.reason) == ["is not an absolute path"])
  }

  @Test(
    "The provider loader refuses a folder that is writable by everybody",
    arguments: [0o777, 0o1777])
  func worldWritable(mode: Int) throws {
    try CModule().build(at: folder.appending("libWildProvider.so"))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path)
    let found = ProviderLoader(searchPath: [folder.path]).load()
    #expect(found.providers.isEmpty)
    #expect(found.refused.map(\.path) == [folder.path])
    #expect(found.refused.first?.reason.hasPrefix("is writable by everybody") == true)
  }

  @Test("The provider loader accepts a module below a sticky folder such as /tmp")
  func belowSticky() throws {
    let (above, place) = (folder.appending("above"), folder.appending("above/place"))
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try CModule().build(at: place + "/libSafeProvider.so")
    try FileManager.default.setAttributes([.posixPermissions: 0o1777], ofItemAtPath: above)
    let found = ProviderLoader(searchPath: [place]).load()
    #expect(found.refused.isEmpty && found.providers.count == 1)
  }

  @Test("The provider loader refuses a module below a folder that is writable by everybody")
  func belowWorldWritable() throws {
    let (above, place) = (folder.appending("above"), folder.appending("above/place"))
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let path = place + "/libWildProvider.so"
    try CModule().build(at: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: above)
    for named in [place, path] {
      let found = ProviderLoader(searchPath: [named]).load()
      #expect(found.providers.isEmpty)
      #expect(found.refused.map(\.path) == [named])
      let reason =
        "is below \(above), which is writable by everybody; run 'chmod o-w \(above)' "
        + "or move it elsewhere"
      #expect(found.refused.map(\.reason) == [reason])
    }
  }

  @Test(
    "The provider loader refuses a folder of another user, or writable by a group",
    .enabled(if: geteuid() == 0, "chown"))
  func others() throws {
    try CModule().build(at: folder.appending("libWildProvider.so"))
    #expect(chmod(folder.path, 0o775) == 0 && chown(folder.path, 0, 100) == 0)
    let place = ProviderLoader(searchPath: [folder.path])
    #expect(place.load().refused.first?.reason.hasPrefix("is writable by its group") == true)
    #expect(chown(folder.path, 12345, 0) == 0)
    let reason = "belongs to another user (12345); run 'chown 0 \(folder.path)'"
    #expect(place.load().refused.map(\.reason) == [reason])
    // The user's private group has no other member.
    #expect(chown(folder.path, 0, 0) == 0)
    #expect(place.load().refused.isEmpty)
  }

  @Test(
    "The provider loader reports a folder that cannot be read",
    .enabled(if: geteuid() != 0, "root reads all"))
  func unreadable() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.path)
    let found = ProviderLoader(searchPath: [folder.path]).load()
    #expect(found.refused.map(\.reason) == ["cannot be read: Permission denied"])
  }

  @Test("The names of shipped providers are those of the built modules")
  func shippedNames() {
    let built = ProviderLoader(searchPath: [BuiltModule.folder]).load().providers
    // The sample is not shipped.
    #expect(Set(built.map(\.manifest.name)).subtracting(["jsonfeed"]) == ShippedProviders.names)
  }

  @Test(
    "A module with the name of a shipped provider is refused unless it is beside the command",
    arguments: ["flickr", "flickr-token"])
  func shippedModule(name: String) throws {
    let path = folder.appending("libWildProvider.so")
    try CModule(answers: ["manifest": CModule.manifest(name: name)]).build(at: path)
    for place in [folder.path, path] {
      for wanted in [nil, name] {
        let elsewhere = ShippedProviders(in: [BuiltModule.folder])
        let found = ProviderLoader(searchPath: [place], shipped: elsewhere).load(wanted)
        #expect(found.providers.isEmpty)
        #expect(found.refused.first?.reason.hasPrefix("provides \"\(name)\", which ") == true)
      }
      let beside = ShippedProviders(in: [folder.path])
      let found = ProviderLoader(searchPath: [place], shipped: beside).load()
      #expect(found.providers.map(\.manifest.name) == [name])
    }
  }

  @Test(
    "A program with the name of a shipped provider is refused before it starts",
    arguments: ["provider-flickr", "lister-flickr", "provider-own", "lister-own"])
  func shippedProgram(name: String) throws {
    let beside = folder.appending("beside")
    try FileManager.default.createDirectory(atPath: beside, withIntermediateDirectories: true)
    try ExecutableFile.write("#!/bin/sh\n", to: beside + "/photomirror-lister-own", mode: 0o755)
    let mark = folder.appending("started")
    let path = folder.appending("photomirror-\(name)")
    try ExecutableFile.write("#!/bin/sh\ntouch \(mark)\n", to: path, mode: 0o755)
    let shipped = ShippedProviders(in: [beside])
    let found = ProviderLoader(searchPath: [folder.path], shipped: shipped).load()
    let provider = name.split(separator: "-")[1]
    #expect(found.refused.first?.reason.hasPrefix("provides \"\(provider)\", which is") == true)
    #expect(!FileManager.default.fileExists(atPath: mark))
  }
}
