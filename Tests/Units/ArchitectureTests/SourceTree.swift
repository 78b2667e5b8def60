import Foundation

/// The Swift sources below a folder, by words: enough to find which file uses which declaration.
struct SourceTree {
  static let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL

  struct File {
    /// Relative to the tree's folder.
    let path: String
    /// The names of its declarations that are in no other declaration.
    let declared: Set<String>
    /// Its capitalized words outside of comments.
    let words: Set<String>
  }

  let files: [File]

  /// - Parameter folder: Relative to the repository.
  init(_ folder: String) {
    let place = Self.root.appending(path: folder)
    let names = FileManager.default.enumerator(atPath: place.path)?.compactMap { $0 as? String }
    files = (names ?? []).filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
      guard let text = try? String(contentsOf: place.appending(path: path), encoding: .utf8) else {
        return nil
      }
      return File(path, text)
    }
  }
}

extension SourceTree.File {
  private static let modifiers: Set = [
    "public", "package", "internal", "private", "fileprivate", "final", "indirect", "nonisolated",
  ]
  private static let kinds: Set = ["struct", "class", "enum", "actor", "protocol", "typealias"]

  fileprivate init(_ path: String, _ text: String) {
    var (declared, words): (Set<String>, Set<String>) = ([], [])
    for line in text.utf8.split(separator: 0x0A) {
      let found = Self.words(of: line)
      words.formUnion(found.filter { $0.first?.isUppercase == true })
      // Declarations of the file begin in the first column, after attributes.
      guard line.first != 0x20 else { continue }
      let rest = found.drop { Self.modifiers.contains($0) }
      if let kind = rest.first, Self.kinds.contains(kind), let name = rest.dropFirst().first {
        declared.insert(name)
      }
    }
    (self.path, self.declared, self.words) = (path, declared, words)
  }

  /// The words of a line before a comment.
  static func words(of line: Substring.UTF8View) -> [String] {
    var (words, word): ([String], [UInt8]) = ([], [])
    var last: UInt8 = 0
    for byte in line {
      if byte == 0x2F, last == 0x2F { break }
      last = byte
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: word.append(byte)
      default:
        if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
        word = []
      }
    }
    return word.isEmpty ? words : words + [String(decoding: word, as: UTF8.self)]
  }
}

extension SourceTree {
  /// Which folders of the tree use declarations of which others. The files outside of any are one folder, too.
  var arrows: [String: Set<String>] {
    var places: [String: String] = [:]
    for file in files {
      for name in file.declared { places[name] = file.folder }
    }
    var arrows: [String: Set<String>] = [:]
    for file in files {
      arrows[file.folder, default: []].formUnion(file.words.compactMap { places[$0] })
    }
    return arrows.reduce(into: [:]) { $0[$1.key] = $1.value.subtracting([$1.key]) }
  }

  /// Folders that depend on themselves through others.
  var foldersInCycles: Set<String> {
    let arrows = arrows
    return Set(
      arrows.keys.filter { folder in
        var (reached, left) = (Set<String>(), Array(arrows[folder] ?? []))
        while let next = left.popLast() {
          if reached.insert(next).inserted { left += arrows[next] ?? [] }
        }
        return reached.contains(folder)
      })
  }
}

extension SourceTree.File {
  /// The first folder of the path; `.` for a file outside of any. `Machines` only gathers folders.
  var folder: String {
    let parts = path.split(separator: "/").dropLast()
    return parts.isEmpty
      ? "." : parts.prefix(parts.first == "Machines" ? 2 : 1).joined(separator: "/")
  }
}
