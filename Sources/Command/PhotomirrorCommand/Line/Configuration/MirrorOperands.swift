import Configuration
import Foundation
import SystemCalls

/// Names of mirrors where a command takes a source or a directory.
struct MirrorOperands {
  let file: ConfigurationFile
  let syntax: CommandSyntax

  /// Replaces the names.
  /// - Returns: The mirror that was named, or whose directory was given.
  /// - Throws: ``UsageError`` for a name that is also that of another directory here.
  func resolve(_ line: inout ParsedArguments) throws(UsageError) -> ConfigurationFile.Mirror? {
    if syntax.text.operands == ["SOURCE", "DIRECTORY"], line.operands.count == 1,
      let mirror = mirror(named: line.operands[0])
    {
      line.operands = [mirror.source, mirror.directory]
      return mirror
    }
    line.replaceSources { mirror(named: $0)?.source ?? $0 }
    line.replaceMirrors {
      FileStatus(following: $0) == nil ? mirror(named: $0)?.directory ?? $0 : $0
    }
    var found: ConfigurationFile.Mirror?
    var replaced: (name: String, directory: String)?
    for (index, word) in line.operands.enumerated() where !syntax.text.operands.isEmpty {
      switch syntax.noun(index, of: line.operands.count) {
      case "SOURCE":
        guard let mirror = mirror(named: word) else { continue }
        line.operands[index] = mirror.source
        found = found ?? mirror
      case "DIRECTORY":
        let named = try mirror(at: word)
        line.operands[index] = named?.directory ?? word
        replaced = named.map { ($0.name, $0.directory) }
        found = named ?? file.mirror(in: word) ?? found
      case "PHOTO":
        // A file of the mirror, by the mirror's name.
        guard let (name, directory) = replaced, word.hasPrefix(name + "/") else { continue }
        line.operands[index] = directory + word.dropFirst(name.count)
      default: continue
      }
    }
    return found
  }

  private func mirror(named name: String) -> ConfigurationFile.Mirror? {
    file.mirrors.first { $0.name == name }
  }

  /// The mirror that a word names in place of a directory.
  private func mirror(at word: String) throws(UsageError) -> ConfigurationFile.Mirror? {
    guard let mirror = mirror(named: word) else { return nil }
    guard FileStatus(following: word) != nil, file.mirror(in: word)?.name != word else {
      return mirror
    }
    throw UsageError(
      "'\(word)' is a file or directory here, and a mirror of \(file.path)",
      hints: ["write ./\(word), or \(mirror.directory) for the mirror"])
  }
}

extension ConfigurationFile {
  /// The first mirror whose directory this is.
  func mirror(in path: String?) -> Mirror? { path.flatMap { mirrors(in: $0).first } }

  /// The mirrors whose directory this is.
  func mirrors(in path: String) -> [Mirror] {
    let (place, status) = (Self.place(path), FileStatus(following: path))
    return mirrors.filter { mirror in
      guard !mirror.directory.isEmpty else { return false }
      guard let status, let own = FileStatus(following: mirror.directory) else {
        return Self.place(mirror.directory) == place
      }
      return own.identity == status.identity
    }
  }

  /// A path as an absolute one, without `..` and a slash at the end.
  private static func place(_ path: String) -> String {
    let place = URL(filePath: path).absoluteURL.standardizedFileURL.path(percentEncoded: false)
    return place.count > 1 && place.hasSuffix("/") ? String(place.dropLast()) : place
  }
}

extension ParsedArguments {
  /// Replaces the values of options that take a source.
  fileprivate mutating func replaceSources(_ replacement: (String) -> String) {
    mapValues(of: "against-source", replacement)
  }

  /// Replaces the values of options that take the directory of another mirror.
  fileprivate mutating func replaceMirrors(_ replacement: (String) -> String) {
    for name in ["against", "from"] { mapValues(of: name, replacement) }
  }
}
