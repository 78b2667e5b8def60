import Foundation
import ModuleHosting
import TestSupport
import Testing

@testable import ProviderLoader

@Suite("Folders that are not opened as a whole")
struct ClosedFoldersTests {
  private let folder: TemporaryDirectory
  private var home: String { folder.appending("home/ada") }

  init() throws {
    folder = try TemporaryDirectory()
    for name in [".local/bin", ".local/state/photomirror", ".config/photomirror", "bin", "other"] {
      try make(home + "/" + name)
    }
  }

  private func make(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  private func link(_ name: String, to target: String) throws -> String {
    let path = folder.appending(name)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    return path
  }

  @Test("Homes, what is above them, and what contains the configuration or the state are closed")
  func closed() throws {
    let closed = ClosedFolders(environment: ["HOME": home], passwordHome: nil)
    let names = [
      "/", "/.", home, home + "/.", home + "/bin/..", folder.appending("home"),
      home + "/.local", home + "/.local/state", home + "/.config", home + "/.config/photomirror",
    ]
    for path in names { #expect(!closed.opens(path), "\(path)") }
    for path in [home + "/bin", home + "/.local/bin", home + "/other"] {
      #expect(closed.opens(path), "\(path)")
    }
    #expect(!closed.opens(try link("to-home", to: home)))
    #expect(!closed.opens(try link("to-root", to: "/")))
    #expect(!closed.opens(try link("loop", to: "loop")))
    #expect(!closed.opens("bin"))
    #expect(!closed.opens(home + "/missing"))
  }

  @Test("A home behind a link, and a home that HOME does not name, are closed")
  func homes() throws {
    let other = try link("behind", to: home)
    let closed = ClosedFolders(
      environment: ["HOME": folder.appending("elsewhere")], passwordHome: other)
    for path in [home, other, folder.appending("home"), home + "/.local"] {
      #expect(!closed.opens(path), "\(path)")
    }
    #expect(closed.opens(home + "/bin"))
  }

  @Test("The folders that the environment names for configuration and state are closed")
  func environment() throws {
    for name in ["config/photomirror", "state/photomirror"] { try make(folder.appending(name)) }
    let closed = ClosedFolders(
      environment: [
        "HOME": home, "XDG_CONFIG_HOME": folder.appending("config"),
        "XDG_STATE_HOME": folder.appending("state"),
        "PHOTOMIRROR_CONFIG": home + "/other/photos.toml",
      ], passwordHome: nil)
    for name in ["config", "config/photomirror", "state", "home/ada/other"] {
      #expect(!closed.opens(folder.appending(name)), "\(name)")
    }
  }

  @Test("A lister reads no closed folder that PATH or the place of a program names")
  func lister() throws {
    let closed = ClosedFolders(environment: ["HOME": home], passwordHome: nil)
    let program = home + "/.local/bin/photomirror-lister-own"
    try ExecutableFile.write("#!/bin/sh\n", to: program)
    let readable = ListerFiles.readable(
      by: program, settings: [], added: [],
      environment: ["HOME": home, "PATH": "/usr/bin:\(home)/.:\(home)/.local/bin"], closed: closed)
    #expect(readable.contains(home + "/.local/bin"))
    for path in [home, home + "/.", home + "/.local"] {
      #expect(!readable.contains(path), "\(path)")
    }
  }

  @Test("Only regular files that nobody else can change are libraries beside a module")
  func neighbours() throws {
    let own = folder.appending("modules")
    try make(own + "/folder.so")
    for name in ["a.so", "b.so.1", "c.txt", "open.so"] {
      try Data().write(to: URL(filePath: own + "/" + name))
    }
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o666], ofItemAtPath: own + "/open.so")
    for (name, target) in [
      ("loop.so", "loop.so"), ("root.so", "/"), ("up.so", "../.."), ("key.so", "a.so"),
      ("long.so", String(repeating: "x", count: 300)),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: own + "/" + name, withDestinationPath: target)
    }
    #expect(mkfifo(own + "/pipe.so", 0o600) == 0)
    let found = OpenRequest.neighbours(of: own + "/module.so")
    #expect(found == ["a.so", "b.so.1"].map { own + "/" + $0 })
  }
}
