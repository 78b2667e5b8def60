import Configuration
import Testing

@testable import PhotomirrorCommand

@Suite("Names of mirrors in command lines")
struct MirrorOperandsTests {
  private let text = """
    [sync]
    contact = "me@example.org"
    jobs = 3
    size = "Large"

    [mirror.holidays]
    source = "flickr:user/1@N00"
    directory = "/nowhere/holidays"
    attempts = 2

    [mirror.cats]
    source = "flickr:search?tags=cat"
    directory = "/nowhere/cats"
    """

  private func resolved(
    _ words: [String], of command: any Command.Type
  ) throws -> (operands: [String], mirror: String?) {
    let file = try ConfigurationFile([UInt8](text.utf8), path: "config.toml", home: nil)
    var line = try ArgumentParser.parse(words, as: command.syntax)
    let mirror = try MirrorOperands(file: file, syntax: command.syntax).resolve(&line)
    return (line.operands, mirror?.name)
  }

  @Test("A name stands for the directory of another mirror, in the options that take one")
  func others() throws {
    let file = try ConfigurationFile([UInt8](text.utf8), path: "config.toml", home: nil)
    for (words, command) in [
      (["--against", "cats", "holidays"], VerifyCommand.self as any Command.Type),
      (["--from", "cats", "--from", "./x", "holidays"], RepairCommand.self),
    ] {
      var line = try ArgumentParser.parse(words, as: command.syntax)
      _ = try MirrorOperands(file: file, syntax: command.syntax).resolve(&line)
      #expect(line.options.first?.value == "/nowhere/cats")
      #expect(line.options.last?.value == (words.count > 3 ? "./x" : "/nowhere/cats"))
    }
  }

  @Test("A name stands for the source or the directory, where one is expected")
  func names() throws {
    let (holidays, cats) = ("/nowhere/holidays", "flickr:search?tags=cat")
    var found = try resolved(["holidays"], of: RepairCommand.self)
    #expect(found.operands == [holidays] && found.mirror == "holidays")
    found = try resolved(["cats"], of: ListCommand.self)
    #expect(found.operands == [cats] && found.mirror == "cats")
    found = try resolved(["holidays"], of: AdoptCommand.self)
    #expect(found.operands == ["flickr:user/1@N00", holidays] && found.mirror == "holidays")
    found = try resolved(["cats", "holidays"], of: AdoptCommand.self)
    #expect(found.operands == [cats, holidays])
    found = try resolved(["holidays", "cats"], of: ForgetCommand.self)
    #expect(found.operands == [holidays, "cats"])
    found = try resolved(["flickr-export", "cats", "cats"], of: ImportCommand.self)
    #expect(found.operands == ["flickr-export", "cats", "/nowhere/cats"])
    found = try resolved(["cats", "holidays"], of: WorkCommand.self)
    #expect(found.operands == [cats, "flickr:user/1@N00"])
  }

  @Test("A path is a path, and that of a mirror's directory means the mirror")
  func paths() throws {
    for path in ["/nowhere/cats", "/nowhere/cats/", "/nowhere/x/../cats"] {
      let found = try resolved([path], of: VerifyCommand.self)
      #expect(found.operands == [path] && found.mirror == "cats")
    }
    let other = try resolved(["./cats"], of: VerifyCommand.self)
    #expect(other.operands == ["./cats"] && other.mirror == nil)
  }

  @Test("The server of object stores in the environment says nothing without a store")
  func storeServer() throws {
    let defaults = OptionDefaults(
      file: nil, environment: ["PHOTOMIRROR_S3_ENDPOINT": "https://s3.example.org"])
    var given = ParsedArguments()
    given.operands = ["flickr:recent", "photos"]
    #expect(try defaults.filling(given, of: nil).options.isEmpty)
    given.operands = ["s3://photos/mirror", "photos"]
    #expect(try defaults.filling(given, of: nil).has("s3-endpoint"))
    given.operands = ["photos"]
    given.add("store", "s3://photos", from: .commandLine)
    #expect(try defaults.filling(given, of: nil).has("s3-endpoint"))
    given = ParsedArguments()
    given.add("s3-endpoint", "https://s3.example.org", from: .commandLine)
    #expect(try defaults.filling(given, of: nil).has("s3-endpoint"))
  }

  @Test("The options that mean the same as those of sync hold for a mirror, and no others")
  func options() throws {
    let file = try ConfigurationFile([UInt8](text.utf8), path: "config.toml", home: nil)
    let names = FetchCommand.syntax.optionsSharedWithSync
    let filled = try OptionDefaults(file: file, environment: [:], options: names)
      .filling(ParsedArguments(), of: file.mirrors.first { $0.name == "holidays" })
    #expect(
      Set(filled.options.map { "\($0.name) \($0.value)" })
        == ["contact me@example.org", "jobs 3", "attempts 2"])
    for command in CommandName.allCases.map(\.type) where ![.sync, .work].contains(command.name) {
      let shared = Set(command.syntax.optionsSharedWithSync.map(\.name))
      #expect(shared.isDisjoint(with: ["max-rate", "limit", "size", "json", "quick", "dry-run"]))
    }
    let ofWork = Set(WorkCommand.syntax.optionsSharedWithSync.map(\.name))
    #expect(ofWork.isSuperset(of: ["size", "since", "exclude-tag", "store", "sidecar", "metrics"]))
    #expect(ofWork.isDisjoint(with: ["max-rate", "gone", "dedupe", "json"]))
    #expect(ThumbnailsCommand.syntax.optionsSharedWithSync.allSatisfy { $0.name != "thumbnail" })
  }
}

@Suite("The catalog in a configuration")
struct ConfiguredCatalogTests {
  private func file(_ text: String) throws -> ConfigurationFile {
    try ConfigurationFile([UInt8](text.utf8), path: "config.toml", home: nil)
  }

  private func mirror(_ name: String, _ rest: String = "") -> String {
    "[mirror.\(name)]\nsource = 'flickr:recent'\ndirectory = '/\(name)'\n\(rest)\n"
  }

  @Test("A mirror's own goes before that of all mirrors, in which {name} is its name")
  func order() throws {
    let file = try file(
      "[sync]\ncatalog = 'postgresql://db/{name}'\n" + mirror("a") + mirror("b", "catalog = ''")
        + mirror("c", "catalog = 'postgresql://db/other'"))
    #expect(OptionDefaults.problems(of: file) == [])
    let texts = file.mirrors.map { file.catalog(of: $0)?.text }
    #expect(texts == ["postgresql://db/a", "", "postgresql://db/other"])
    let defaults = OptionDefaults(file: file, environment: [:])
    let filled = try defaults.filling(ParsedArguments(), of: file.mirrors[2])
    #expect(
      filled.options == [
        .init(
          name: "catalog", value: "postgresql://db/other",
          origin: .file(path: "config.toml", line: 14))
      ])
    #expect(try CatalogChoice(defaults.filling(ParsedArguments(), of: file.mirrors[1]), [:]) == nil)
    let other = OptionDefaults(
      file: file, environment: ["PHOTOMIRROR_CATALOG": "postgresql://db/environment"])
    let origin = try other.filling(ParsedArguments(), of: file.mirrors[2]).options.first?.origin
    #expect(origin == .environment("PHOTOMIRROR_CATALOG"))
  }

  @Test("A password, another text and a database of two mirrors are problems with their lines")
  func problems() throws {
    let text =
      mirror("a", "catalog = 'postgresql://me:s3cret@db/a'") + mirror("b", "catalog = 'db'")
      + mirror("c", "catalog = 7") + mirror("d", "catalog = 'postgresql://db/x'")
      + mirror("e", "catalog = 'postgresql://db/x'")
    let problems = OptionDefaults.problems(of: try file(text)).sorted { $0.line < $1.line }
    #expect(problems.map(\.line) == [4, 8, 12, 20])
    #expect(problems[0].reason == "the address 'postgresql://me:[hidden]@db/a' contains a password")
    #expect(problems[0].hint?.contains("~/.pgpass") == true)
    #expect(problems[1].reason == "a database's address begins with postgresql://")
    #expect(problems[2].reason == "'catalog' takes an address, postgresql://USER@HOST/NAME")
    #expect(problems[3].reason == "the mirrors 'd' and 'e' have the same catalog")
  }
}
