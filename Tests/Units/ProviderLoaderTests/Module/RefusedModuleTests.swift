import Foundation
import ModuleSupport
import ProviderLoader
import TestSupport
import Testing

@Suite("Refused modules")
struct RefusedModuleTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory(in: BuiltModule.folder) }

  @Test("A module that is not an ELF file is refused", arguments: ["", "no library", "\u{7F}ELF"])
  func noELF(content: String) throws {
    try content.write(toFile: path, atomically: true, encoding: .utf8)
    try expect("cannot be opened: \(path): file too short")
  }

  @Test("A module that is a named pipe is refused without waiting for its writer")
  func pipe() throws {
    try #require(mkfifo(path, 0o600) == 0)
    try expect("is not a regular file")
  }

  @Test("A module that is a folder is refused")
  func folderAsModule() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try expect("is not a regular file")
  }

  @Test("A module that is a dangling link is refused")
  func danglingLink() throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nowhere")
    try expect("cannot be read: No such file or directory")
  }

  @Test("A module for another processor architecture is refused")
  func machine() throws {
    try CModule().build(at: path)
    try overwrite(byte: 18, with: 0x03)
    try expect("is built for another processor architecture")
  }

  @Test("A module that is not a shared library is refused")
  func objectType() throws {
    try CModule().build(at: path)
    try overwrite(byte: 16, with: 2)
    try expect("cannot be opened: \(path): cannot dynamically load")
  }

  @Test("A module that lacks a symbol of another library is refused")
  func undefinedSymbol() throws {
    try CModule(statements: "extern int nowhere_to_be_found(void); nowhere_to_be_found();")
      .build(at: path)
    try expect("cannot be opened: \(path): undefined symbol: nowhere_to_be_found")
  }

  @Test("A module that lacks the interface's symbol is refused")
  func lacksSymbol() throws {
    try CModule(symbol: "photo_provider_v0").build(at: path)
    try expect("lacks the symbol photo_provider_v1")
  }

  @Test("A module that returns no provider table is refused")
  func nullTable() throws {
    try CModule(table: "0").build(at: path)
    try expect("returns no provider table")
  }

  @Test("A module that is built for another version of the interface is refused")
  func version() throws {
    try CModule(version: "2").build(at: path)
    try expect("has a table of version 2 instead of 1 of the provider interface")
  }

  @Test("A module whose table has the wrong size is refused")
  func size() throws {
    try CModule(size: "8").build(at: path)
    try expect("has a table of 8 bytes instead of 24")
  }

  @Test("A module whose table lacks the function is refused")
  func nullFunction() throws {
    try CModule(function: "0").build(at: path)
    try expect("has a provider table without a function")
  }

  @Test(
    "A module with an invalid manifest is refused",
    arguments: [
      ("", "it is not JSON"), ("<html>", "it is not JSON"), ("[]", "it is not an object"),
      ("{\"name\":\"wild\"}", "version is missing"),
      (CModule.manifest(name: "Wild Thing"), "the name \"Wild Thing\" is not made of"),
      (CModule.manifest(sizes: "[\"L\",\"l\"]"), "two sizes have the same label"),
      (CModule.manifest(sizes: "[7]"), "sizes.0 is not a string"),
      (String(repeating: "[", count: 10_000), "the answer's JSON is nested deeper than 128"),
    ])
  func manifest(answer: String, reason: String) throws {
    try CModule(answers: ["manifest": answer]).build(at: path)
    try expect("has an invalid manifest: \(reason)")
  }

  @Test("A module that does not support the manifest call is refused")
  func unsupported() throws {
    try CModule(answers: [:]).build(at: path)
    try expect("has an invalid manifest: the module does not support \"manifest\"")
  }

  @Test("A module that returns an invalid status is refused")
  func status() throws {
    try CModule(statements: "return 77;").build(at: path)
    try expect("with the unknown status 77")
  }

  @Test("A module that fails without a reason is refused")
  func failure() throws {
    try CModule(statements: "return PHOTO_PROVIDER_FAILED;").build(at: path)
    try expect("has an invalid manifest: it is not JSON")
  }

  @Test(
    "A module with an oversized answer is refused",
    arguments: [
      "static uint8_t piece[1 << 20]; for (int i = 0; i <= 64; i++) emit(context, piece, 1 << 20);",
      "uint8_t one = 0; emit(context, &one, (size_t)-1);",
      "uint8_t one = 0; emit(context, &one, (size_t)1 << 62);",
    ])
  func tooMuch(statements: String) throws {
    try CModule(statements: statements).build(at: path)
    try expect("has an invalid manifest: the answer is larger than 64 MiB")
  }

  @Test("A module that is writable by everybody is refused")
  func worldWritable() throws {
    try CModule().build(at: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o757], ofItemAtPath: path)
    try expect("is writable by everybody")
  }

  @Test("A module with the provider name of an earlier module is refused")
  func duplicate() throws {
    let first = folder.appending("libAProvider.so")
    try CModule().build(at: first)
    try CModule().build(at: path)
    let found = ProviderLoader(searchPath: [folder.path]).load()
    #expect(found.providers.map(\.path) == [first])
    let reason = "provides \"wild\", which \(first) provides already"
    #expect(found.refused.map(\.path) == [path])
    #expect(found.refused.map(\.reason) == [reason])
  }

  @Test("A refused module does not prevent others from loading")
  func others() throws {
    try "no library".write(toFile: path, atomically: true, encoding: .utf8)
    let good = folder.appending("libZProvider.so")
    try CModule().build(at: good)
    let found = ProviderLoader(searchPath: [folder.path]).load()
    #expect(found.providers.map(\.path) == [good])
    #expect(found.refused.map(\.path) == [path])
  }

  private var path: String { folder.appending("libWildProvider.so") }

  private func overwrite(byte: UInt64, with value: UInt8) throws {
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.seek(toOffset: byte)
    try file.write(contentsOf: [value])
    try file.close()
  }

  private func expect(
    _ reason: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = ProviderLoader(searchPath: [folder.path]).load()
    #expect(found.providers.isEmpty, sourceLocation: sourceLocation)
    let refused = try #require(found.refused.first, sourceLocation: sourceLocation)
    #expect(refused.path == path, sourceLocation: sourceLocation)
    #expect(refused.reason.contains(reason), "\(refused.reason)", sourceLocation: sourceLocation)
  }
}
