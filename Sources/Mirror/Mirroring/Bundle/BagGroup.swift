import Catalog
import Foundation
import LocalFiles
import Locking
import MirrorCore

/// The bags of one call, and which of them are finished: a call that is killed after some of several bags continues with
/// the same division, and keeps those. Any thread.
final class BagGroup: Sendable {
  /// A finished bag.
  struct Finished: Codable {
    /// Of ``BagFolder/seal(of:isTar:)``: a bag that was changed since is not this one.
    let seal: String
    let bundled: Int
    let leftOut: Int
    let files: Int
    let byteCount: Int64
  }

  private struct Record: Codable {
    /// The id of the mirror; empty if it has none.
    let mirror: String
    /// What the call asked for.
    let choices: String
    /// The rows of the photos of each bag.
    let bags: [[Int64]]
    /// By the place of the bag.
    var finished: [Int: Finished] = [:]
  }

  /// Nil for a single bag, of which nothing is remembered.
  private let file: BagGroupFile?
  private let record: Locked<Record>

  private init(_ record: Record, _ file: BagGroupFile?) {
    (self.record, self.file) = (Locked(record), file)
  }

  /// The rows of the photos of each bag.
  var bags: [[Int64]] { record.withLock(\.bags) }

  /// The group of an interrupted call, or a new one.
  /// - Parameter divide: Gives the rows of the chosen photos, those of each bag.
  /// - Throws: ``MirrorError`` if the folder has the unfinished group of a call that asked for something else.
  static func opened(
    for bundle: MirrorBundle, in open: OpenMirror, _ divide: () async throws -> [[Int64]]
  ) async throws -> BagGroup {
    guard bundle.options.maximumBytes != nil else {
      return BagGroup(Record(mirror: "", choices: "", bags: try await divide()), nil)
    }
    let mirror = try await open.perform { try MirrorIdentity.of($0) } ?? ""
    let (path, choices) = (bundle.path, bundle.options.text)
    let file = BagGroupFile(in: path)
    if let known = try await open.disk.run({ () throws(StorageError) in try file.read() }) {
      guard let record = try? JSONDecoder().decode(Record.self, from: Data(known)),
        record.mirror == mirror, record.choices == choices
      else {
        throw MirrorError.directory(
          "\(path) has unfinished packages of another mirror, or of other options", .occupied)
      }
      return BagGroup(record, file)
    }
    let bags = try await divide()
    return BagGroup(Record(mirror: mirror, choices: choices, bags: bags), file)
  }

  /// Remembers the group before its first bag. Blocks.
  func begin(in path: String) throws(MirrorError) {
    guard file != nil else { return }
    try BagFolder.makeParent(path)
    do throws(StorageError) { try write() } catch { throw error.error }
  }

  /// The bag if it is finished and was not changed since. Blocks.
  func finished(_ place: Int, at path: String, isTar: Bool) -> Finished? {
    guard let known = record.withLock({ $0.finished[place] }) else { return nil }
    return BagFolder.seal(of: path, isTar: isTar) == known.seal ? known : nil
  }

  /// Remembers a bag that is finished next. Blocks.
  func note(_ finished: Finished, at place: Int) throws(StorageError) {
    record.withLock { $0.finished[place] = finished }
    try write()
  }

  /// Forgets the group: all bags are finished. Blocks.
  func end() { file?.remove() }

  private func write() throws(StorageError) {
    guard let file else { return }
    let data = (try? JSONEncoder().encode(record.withLock(\.self))) ?? Data()
    try file.write(Array(data))
  }
}

extension MirrorBundle.Options {
  /// Equal for calls that ask for the same bags.
  fileprivate var text: String {
    let parts: [String] = [
      "\(filter.since as Any)", "\(filter.until as Any)", "\(filter.tags.map { "\($0)" }.sorted())",
      "\(albums.sorted())", "\(photos.sorted())", "\(includesPrivate)", "\(digests)", info.text,
      profile?.identifier ?? "", "\(isTar)", "\(hasGallery)", "\(maximumBytes ?? 0)",
    ]
    return parts.joined(separator: "\n")
  }
}
