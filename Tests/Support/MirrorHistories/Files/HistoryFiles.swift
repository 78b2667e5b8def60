import Digests
import Foundation

/// The directories of a history, and what happens to their files without the program.
package final class HistoryFiles {
  private let ids: [String]
  let paths: [HistoryPlace: String]
  /// Where files are that were moved by hand, and where they were, by ids.
  private var shelved: [String: (from: String, to: String)] = [:]
  /// Of the last edit, note or moved file.
  private var number = 0
  private let files = FileManager.default

  package init(_ ids: [String], _ paths: [HistoryPlace: String]) {
    (self.ids, self.paths) = (ids, paths)
  }

  /// What is there now. Blocks.
  package var facts: HistoryFacts {
    HistoryFacts(paths.mapValues { PlaceFacts(of: $0, ids: ids) })
  }

  /// Files that were moved by hand stay where they are.
  package func forgetShelf() { shelved = [:] }

  /// What an act did.
  package enum Effect: Sendable {
    case nothing, done
    /// The file has an edit with this digest now.
    case edited(String)
    /// The file is back under its name.
    case returned
  }

  /// Does something to a photo's file. Blocks.
  /// - Parameter isWhole: Whether the file is one that an owner would edit.
  package func act(
    _ act: FileAct, on id: String, and other: String?, in place: HistoryPlace, isWhole: Bool
  ) throws -> Effect {
    guard let root = paths[place] else { return .nothing }
    if act == .unshelve { return try unshelve(id, in: root) }
    guard let path = picture(of: id, in: root) else { return .nothing }
    number += 1
    switch act {
    case .edit: return isWhole ? try edit(path) : .nothing
    case .editSidecar:
      return try change(path + ".xmp") { OwnerNote.adding(number, to: $0) }
    case .emptySidecar: return try change(path + ".xmp") { _ in Data() }
    case .cutSidecar: return try change(path + ".xmp") { $0.prefix($0.count / 2) }
    case .cutThumbnail: return try change(thumbnail(of: id, in: root)) { $0.prefix($0.count / 2) }
    case .delete: try files.removeItem(atPath: path)
    case .shelve: try shelve(id, path, in: root)
    case .unshelve: return .nothing
    case .swap:
      guard let other = other.flatMap({ picture(of: $0, in: root) }), other != path else {
        return .nothing
      }
      try swap(path, other)
    case .flip(let bit): return try change(path, keepsTime: true) { Self.flipped($0, bit) }
    case .cut(let count, let keepsTime):
      return try change(path, keepsTime: keepsTime) { $0.dropLast(count ?? $0.count / 2) }
    case .link:
      let outside = root + "-elsewhere-\(number)"
      try files.moveItem(atPath: path, toPath: outside)
      try files.createSymbolicLink(atPath: path, withDestinationPath: outside)
    case .folder:
      try files.removeItem(atPath: path)
      try files.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    return .done
  }

  /// The path of a photo's file; nil if there is none, or something that is no file.
  private func picture(of id: String, in root: String) -> String? {
    PlaceFacts.pictures(in: root, of: id).first { path in
      (try? files.attributesOfItem(atPath: path))?[.type] as? FileAttributeType == .typeRegular
    }
  }

  private func thumbnail(of id: String, in root: String) -> String {
    PlaceFacts.pictures(in: root + "/.photomirror/thumbnails", of: id).first ?? ""
  }

  /// Writes other bytes into a file, which stays the same one.
  private func change(
    _ path: String, keepsTime: Bool = false, _ body: (Data) -> Data?
  ) throws -> Effect {
    guard let bytes = files.contents(atPath: path), let new = body(bytes), new != bytes else {
      return .nothing
    }
    let time = try files.attributesOfItem(atPath: path)[.modificationDate]
    try new.write(to: URL(filePath: path))
    if keepsTime { try files.setAttributes([.modificationDate: time as Any], ofItemAtPath: path) }
    return .done
  }

  /// As programs for pictures do it: another file takes the name.
  private func edit(_ path: String) throws -> Effect {
    guard let bytes = files.contents(atPath: path),
      let new = PictureBytes.commented(bytes, "edit \(number)")
    else { return .nothing }
    try new.write(to: URL(filePath: path), options: .atomic)
    return .edited(DigestAlgorithm.sha256.hex(of: Array(new)))
  }

  private func shelve(_ id: String, _ path: String, in root: String) throws {
    let folder = root + "/shelf"
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let place = folder + "/\(number)." + (path as NSString).pathExtension
    try files.moveItem(atPath: path, toPath: place)
    shelved[id] = (path, place)
  }

  private func unshelve(_ id: String, in root: String) throws -> Effect {
    guard let (from, to) = shelved[id], PlaceFacts.pictures(in: root, of: id).isEmpty,
      files.fileExists(atPath: to), to.hasPrefix(root + "/")
    else { return .nothing }
    try files.moveItem(atPath: to, toPath: from)
    shelved[id] = nil
    return .returned
  }

  private func swap(_ one: String, _ other: String) throws {
    let between = one + ".swap"
    try files.moveItem(atPath: one, toPath: between)
    try files.moveItem(atPath: other, toPath: one)
    try files.moveItem(atPath: between, toPath: other)
  }

  private static func flipped(_ bytes: Data, _ bit: UInt64) -> Data {
    var bytes = [UInt8](bytes)
    guard !bytes.isEmpty else { return Data() }
    bytes[Int(bit / 8 % UInt64(bytes.count))] ^= 1 << UInt8(bit % 8)
    return Data(bytes)
  }
}
