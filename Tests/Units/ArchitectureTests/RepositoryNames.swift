import Foundation

/// The files of the repository, and the declarations of its Swift sources by words.
struct RepositoryNames {
  static let shared = RepositoryNames()

  /// Every path and every end of it: `Foo.swift`, `Folder/Foo.swift`.
  private let paths: Set<Substring>
  private let types: Set<String>
  /// The declarations in the files that declare or extend a type.
  private let members: [String: Set<String>]

  private static let typeKinds: Set = [
    "struct", "class", "enum", "actor", "protocol", "typealias", "extension",
  ]
  private static let memberKinds: Set = ["func", "var", "let", "case"]

  private init() {
    var (paths, types): (Set<Substring>, Set<String>) = ([], [])
    var members: [String: Set<String>] = [:]
    for path in Self.files {
      paths.formUnion(Self.ends(of: path))
      guard path.hasSuffix(".swift"),
        let text = try? String(
          contentsOf: SourceTree.root.appending(path: path), encoding: .utf8)
      else { continue }
      let (own, extended, declared) = Self.declarations(in: text)
      types.formUnion(own)
      for type in own.union(extended) { members[type, default: []].formUnion(declared) }
    }
    (self.paths, self.types, self.members) = (paths, types, members)
  }

  /// All paths, relative to the repository.
  private static var files: [String] {
    let skipped = [".build", ".git"]
    var (paths, folders) = ([String](), [""])
    while let folder = folders.popLast() {
      let place = SourceTree.root.appending(path: folder).path
      let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
      for name in names where !skipped.contains(name) {
        let path = folder.isEmpty ? name : "\(folder)/\(name)"
        paths.append(path)
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: "\(place)/\(name)", isDirectory: &isFolder),
          isFolder.boolValue
        {
          folders.append(path)
        }
      }
    }
    return paths
  }

  func has(_ name: DocumentNames.Name) -> Bool {
    switch name {
    case .file(let path): paths.contains(path[...])
    // Targets are folders.
    case .declaration(let type, nil): types.contains(type) || paths.contains(type[...])
    case .declaration(let type, let member?): members[type]?.contains(member) ?? false
    }
  }

  private static func ends(of path: String) -> [Substring] {
    [path[...]] + path.indices.filter { path[$0] == "/" }.map { path[path.index(after: $0)...] }
  }

  private static func declarations(
    in text: String
  ) -> (types: Set<String>, extended: Set<String>, members: Set<String>) {
    var (types, extended, members): (Set<String>, Set<String>, Set<String>) = ([], [], [])
    for line in text.utf8.split(separator: 0x0A) {
      let words = SourceTree.File.words(of: line)
      for (kind, name) in zip(words, words.dropFirst()) {
        if kind == "extension" {
          extended.insert(name)
        } else if typeKinds.contains(kind) {
          types.insert(name)
          members.insert(name)
        } else if memberKinds.contains(kind) {
          members.insert(name)
        }
      }
    }
    return (types, extended, members)
  }
}
