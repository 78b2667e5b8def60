import Foundation
import TestSupport

/// What the owner of a mirror does to its files.
struct OwnerHistory {
  let path: String
  /// The bytes that the owner gave to the file of a photo, by the photo's id.
  private(set) var edits: [String: Data] = [:]
  /// Texts that the owner wrote into sidecars.
  private(set) var notes: Set<String> = []
  /// The folder into which files were moved.
  static let shelf = "shelf"
  private var number = 0

  init(_ path: String) { self.path = path }

  /// Photos with their files, which are not the owner's alone.
  var pictures: [(id: String, path: String)] {
    let tree = MirrorTree(path)
    return tree.photos.filter { !$0.hasPrefix(Self.shelf + "/") }.compactMap { path in
      path.firstMatch(of: /(5\d{10})\.\w+$/).map { (String($0.1), path) }
    }
  }

  /// Whether the file of a photo is as the owner left it.
  func isEdited(_ id: String, _ bytes: Data) -> Bool { edits[id] == bytes }

  /// Does something to a file or a sidecar.
  /// - Returns: What, for the log.
  mutating func act(using random: inout SeededGenerator) throws -> String {
    guard let (id, name) = pictures.randomElement(using: &random) else { return "nothing to touch" }
    number += 1
    let file = path + "/" + name
    let bytes = try Data(contentsOf: URL(filePath: file))
    let files = FileManager.default
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      edits[id] = bytes + Data("edit \(number)".utf8)
      try edits[id]?.write(to: URL(filePath: file))
      return "edited \(name)"
    case 1:
      edits[id] = bytes.prefix(bytes.count / 2)
      try edits[id]?.write(to: URL(filePath: file))
      return "damaged \(name)"
    case 2:
      try files.removeItem(atPath: file)
      return "deleted \(name)"
    case 3:
      try files.createDirectory(
        atPath: path + "/" + Self.shelf, withIntermediateDirectories: true)
      try files.moveItem(atPath: file, toPath: path + "/\(Self.shelf)/\(number).bin")
      return "moved \(name)"
    case 4:
      try? files.removeItem(atPath: file + ".xmp")
      notes = notes.filter { isWritten($0) }
      return "deleted the sidecar of \(name)"
    default:
      let sidecar = file + ".xmp"
      guard let text = try? String(contentsOfFile: sidecar, encoding: .utf8) else {
        return "no sidecar of \(name)"
      }
      let note = "note-\(number)-end"
      let end = "</rdf:Description>"
      let edited = text.replacing(
        end, with: "<xmp:Label>\(note)</xmp:Label>\(end)", maxReplacements: 1)
      guard !text.contains("xmp:Label"), edited != text else { return "no room in \(sidecar)" }
      try edited.write(toFile: sidecar, atomically: false, encoding: .utf8)
      notes.insert(note)
      return "edited the sidecar of \(name)"
    }
  }

  /// Whether a note is in any file.
  func isWritten(_ note: String) -> Bool {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
    return names.contains { name in
      guard name.hasSuffix(".xmp") || name.contains(".xmp") || name.hasSuffix(".sidecar") else {
        return false
      }
      let text = FileManager.default.contents(atPath: path + "/" + name) ?? Data()
      return String(decoding: text, as: UTF8.self).contains(note)
    }
  }
}
