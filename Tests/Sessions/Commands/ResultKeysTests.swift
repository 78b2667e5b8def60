import Foundation
import TestSupport
import Testing

@Suite("The option --json", .serialized)
struct ResultKeysTests {
  /// The keys of a command in 'help json', without text in brackets and without descriptions.
  private func told(of command: String, in help: String) throws -> Set<String> {
    let entries = try #require(help.components(separatedBy: "\ncommand      keys\n").last)
    let lines = entries.split(separator: "\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix(command) })
    let end = lines[(start + 1)...].firstIndex { $0.first?.isLetter == true && $0 != lines[start] }
    let text = lines[start..<(end ?? lines.endIndex)].map { $0.dropFirst(13) }
    return Set(
      text.joined(separator: " ").split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(
        String.init))
  }

  /// Every key of an object and of the objects within it.
  private func keys(_ value: Any) -> Set<String> {
    if let list = value as? [Any] { return list.reduce(into: []) { $0.formUnion(keys($1)) } }
    guard let object = value as? [String: Any] else { return [] }
    return object.reduce(into: []) { $0.formUnion(keys($1.value).union([$1.key])) }
  }

  @Test("Each command writes the keys that 'help json' documents for it")
  func told() async throws {
    let session = try await Session("--photos", "20", "--pictures", "2", "--faults", "403=0.5")
    let sync = try await session.run(
      "sync --attempts 1 --size Square --progress none flickr:recent photos")
    #expect(sync.exitCode == 1)
    let photo = try #require(session.mirror().photos.first)
    try FileManager.default.removeItem(atPath: session.mirror().path + "/" + photo)
    try Data("x".utf8).write(to: URL(filePath: session.folder.appending("libXProvider.so")))
    let help = try await session.run("help json").output
    for line in [
      "list --json flickr:recent", "status --json photos", "report --json photos", "export photos",
      "verify --json photos",
      "verify --json --all --against photos photos",
      "providers --json --provider-path .", "check --json none.jpg",
    ] {
      let output = try await session.run(line).output
      #expect(!output.isEmpty, "\(line)")
      let command = String(line.prefix { $0 != " " })
      let told = try told(of: command, in: help)
      for object in output.split(separator: "\n") {
        let written = keys(try JSONSerialization.jsonObject(with: Data(object.utf8)))
        #expect(written.subtracting(told) == [], "\(line)")
      }
      guard ["list", "status", "report", "verify"].contains(command) else { continue }
      let names = try output.split(separator: "\n").flatMap { object in
        let value = try JSONSerialization.jsonObject(with: Data(object.utf8))
        return (value as? [String: Any] ?? [:]).keys
      }
      // Each of them can be chosen.
      let fields = Set(names).sorted().joined(separator: ",")
      let chosen = try await session.run(line.replacing("--json", with: "--json=\(fields)"))
      #expect(chosen.exitCode != 2 && !chosen.output.isEmpty, "\(chosen.errors)")
    }
  }
}
