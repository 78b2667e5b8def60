import Foundation
import Glibc
import ProviderKit
import TestSupport
import Testing

@testable import PhotomirrorCommand

@Suite("Settings")
struct SettingValuesTests {
  private static let manifest = Manifest(
    name: "flickr", version: "1", summary: "Flickr", sources: [],
    settings: [
      .init(name: "endpoint", summary: "where", defaultValue: "https://api.flickr.com"),
      .init(name: "per-page", summary: "how many"),
      .init(
        name: "key", summary: "the API key", environment: "FLICKR_API_KEY", isRequired: true,
        isSecret: true),
    ])

  private func resolve(
    set: [String: String] = [:], files: [String: String] = [:], of provider: String = "flickr",
    _ environment: [String: String] = ["FLICKR_API_KEY": "geheim"]
  ) throws(UsageError) -> SettingValues {
    let options = ProviderOptions(
      values: set.map { .init(provider: provider, setting: $0.key, value: $0.value) },
      files: files.map { .init(provider: provider, setting: $0.key, value: $0.value) })
    return try SettingValues(of: Self.manifest, options: options, environment: environment)
  }

  private func write(_ bytes: [UInt8], mode: Int = 0o600) throws -> (TemporaryDirectory, String) {
    let directory = try TemporaryDirectory()
    let path = directory.appending("value")
    try Data(bytes).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return (directory, path)
  }

  @Test("Settings have defaults, secrets are separate, and settings without a value are left out")
  func defaults() throws {
    let values = try resolve()
    #expect(values.plain == ["endpoint": "https://api.flickr.com"])
    #expect(values.secret == ["key": "geheim"])
    #expect(values.warnings.isEmpty)
  }

  @Test("The command line overrides the environment, which overrides the default of a setting")
  func precedence() throws {
    let environment = [
      "FLICKR_API_KEY": "b", "PHOTOMIRROR_FLICKR_KEY": "a", "PHOTOMIRROR_FLICKR_PER_PAGE": "7",
      "PHOTOMIRROR_FLICKR_ENDPOINT": "http://e",
    ]
    let inherited = try resolve(environment)
    #expect(inherited.plain == ["endpoint": "http://e", "per-page": "7"])
    #expect(inherited.secret == ["key": "a"])
    let given = try resolve(set: ["endpoint": "http://c", "per-page": ""], environment)
    #expect(given.plain == ["endpoint": "http://c", "per-page": ""])
  }

  @Test(
    "The configuration can map any environment variable to a setting, and one without a value is an error"
  )
  func mapped() throws {
    let mapped = ConfiguredSetting(
      provider: "flickr", setting: "key", value: .variable("MY_KEY"), path: "c.toml", line: 3)
    func key(_ environment: [String: String]) throws(UsageError) -> String? {
      let options = ProviderOptions(configured: [mapped])
      return try SettingValues(of: Self.manifest, options: options, environment: environment)
        .secret["key"]
    }
    #expect(try key(["MY_KEY": " mine\n"]) == "mine")
    #expect(try key(["MY_KEY": "mine", "FLICKR_API_KEY": "other"]) == "other")
    #expect(throws: UsageError("c.toml:3: the environment variable MY_KEY is not set")) {
      try key(["MY_KEY": " "])
    }
  }

  @Test("A pipe without an end is an error after the time, and one that ends is read")
  func pipes() throws {
    let directory = try TemporaryDirectory()
    let path = directory.appending("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    let late = UsageError("flickr.key: \(path) has no end within 0 seconds")
    #expect(throws: late) { _ = try SettingFile(path, for: "flickr.key", seconds: 0) }
    let writer = open(path, O_RDWR | O_NONBLOCK)
    #expect(Glibc.write(writer, "geheim\n", 7) == 7)
    #expect(throws: late) { _ = try SettingFile(path, for: "flickr.key", seconds: 0) }
    close(writer)
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    #expect(Glibc.write(ends[1], "geheim\n", 7) == 7)
    close(ends[1])
    #expect(try SettingFile("/dev/fd/\(ends[0])", for: "flickr.key").value == "geheim")
    close(ends[0])
  }

  @Test("An empty environment variable is ignored")
  func emptyVariable() throws {
    let values = try resolve(["PHOTOMIRROR_FLICKR_KEY": "", "FLICKR_API_KEY": "b"])
    #expect(values.secret == ["key": "b"])
  }

  @Test("White space around the value of an environment variable is removed")
  func padded() throws {
    #expect(try resolve(["FLICKR_API_KEY": " geheim \n"]).secret == ["key": "geheim"])
    let values = try resolve(["PHOTOMIRROR_FLICKR_KEY": " ", "FLICKR_API_KEY": "b"])
    #expect(values.secret == ["key": "b"])
  }

  @Test("A variable of an unknown setting causes a warning without its value")
  func misspelt() throws {
    let values = try resolve([
      "FLICKR_API_KEY": "a", "PHOTOMIRROR_FLICKR_ENDPIONT": "http://e",
      "PHOTOMIRROR_FLICKR_COLOUR": "red", "PHOTOMIRROR_OTHER_X": "y", "PHOTOMIRROR_FLICKR_KEY": "",
    ])
    #expect(
      values.warnings == [
        "PHOTOMIRROR_FLICKR_COLOUR is not a flickr setting; ignored",
        "PHOTOMIRROR_FLICKR_ENDPIONT is not a flickr setting; ignored; "
          + "did you mean PHOTOMIRROR_FLICKR_ENDPOINT?",
      ])
  }

  @Test("A setting is read from a file without surrounding white space")
  func file() throws {
    let (directory, path) = try write(Array(" from file \r\n".utf8))
    let values = try resolve(files: ["key": path], [:])
    #expect(values.secret == ["key": "from file"])
    #expect(values.warnings.isEmpty)
    _ = directory
  }

  @Test("A secret's file that others can read causes a warning without the secret")
  func openFile() throws {
    let (directory, path) = try write(Array("geheim".utf8), mode: 0o644)
    let warnings = try resolve(files: ["key": path], [:]).warnings
    #expect(warnings == ["\(path) contains flickr.key but others can read it; run 'chmod 600'"])
    #expect(try resolve(files: ["endpoint": path]).warnings.isEmpty)
    _ = directory
  }

  @Test(
    "A setting's file without one line of text is refused",
    arguments: [
      ([], "does not hold one line of text"), ([0x0A], "does not hold one line of text"),
      (Array("a\nb".utf8), "does not hold one line of text"),
      ([0x61, 0], "does not hold one line of text"), ([0xFF, 0xFE], "is not UTF-8 text"),
      ([UInt8](repeating: 0x61, count: 70_000), "has more than 65536 bytes"),
    ])
  func badFile(bytes: [UInt8], reason: String) throws {
    let (directory, path) = try write(bytes)
    #expect(throws: UsageError("flickr.key: \(path) \(reason)")) {
      try resolve(files: ["key": path])
    }
    _ = directory
  }

  @Test("A setting's file that is a directory or cannot be read is refused by name")
  func noFile() throws {
    let directory = try TemporaryDirectory()
    #expect(throws: UsageError("flickr.key: \(directory.path) cannot be read: Is a directory")) {
      try resolve(files: ["key": directory.path])
    }
    let missing = directory.appending("missing")
    #expect(
      throws: UsageError("flickr.key: \(missing) cannot be read: No such file or directory")
    ) { try resolve(files: ["key": missing]) }
  }

  @Test("A secret on the command line is refused and not repeated")
  func secretShown() {
    let error = #expect(throws: UsageError.self) { try resolve(set: ["key": "geheim"]) }
    #expect(error?.text == "flickr.key is a secret; the list of processes would show it")
    #expect(
      error?.hints == [
        "set it with the environment variable FLICKR_API_KEY or --set-file flickr.key=PATH"
      ])
  }

  @Test("A missing required setting is reported with the ways to set it")
  func missing() {
    let error = #expect(throws: UsageError.self) { try resolve([:]) }
    #expect(error?.text == "flickr needs flickr.key: the API key")
    #expect(error?.hints.first?.contains("FLICKR_API_KEY") == true)
  }

  @Test("An unknown setting is refused with the known ones")
  func unknown() {
    let error = #expect(throws: UsageError.self) { try resolve(set: ["endpiont": "x"]) }
    #expect(error?.text == "flickr has no setting 'endpiont'")
    #expect(
      error?.hints == [
        "did you mean flickr.endpoint?", "its settings are: endpoint, per-page, key",
      ])
  }

  @Test("A setting of another provider is refused, and so is one that is set twice")
  func confused() {
    #expect(throws: UsageError.self) { try resolve(set: ["endpoint": "x"], of: "other") }
    #expect(throws: UsageError.self) {
      try resolve(set: ["endpoint": "x"], files: ["endpoint": "/dev/null"])
    }
  }
}
