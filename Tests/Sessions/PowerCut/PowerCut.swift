import Foundation
import TestSupport

/// A moment at which the power fails, and which of the changes that were not synced have reached the disk.
///
/// A disk keeps what was synced: the bytes of a file after fsync(2) of the file, its name after fsync(2) of the
/// folder, and nothing else for certain. Names change in one step. A write keeps any of its sectors.
struct PowerCut: CustomStringConvertible {
  enum Kept: String, CaseIterable {
    /// Nothing that was not synced.
    case nothing
    /// What came before some moment, as with a journal.
    case earlier
    /// All names, but no bytes: files may be empty.
    case names
    /// All bytes, but no names.
    case bytes
    /// Any of them, and of a write any sectors.
    case some
    /// Everything: as after a kill.
    case everything
  }

  /// The number of changes before the cut.
  let moment: Int
  let kept: Kept
  private let seed: UInt64

  /// A random cut.
  init(of disk: RecordedDisk, using dice: inout SeededGenerator) {
    moment = Int.random(in: 0...disk.changes.count, using: &dice)
    kept = Kept.allCases[Int.random(in: 0..<Kept.allCases.count, using: &dice)]
    seed = .random(in: 0...UInt64.max, using: &dice)
  }

  var description: String { "\(kept.rawValue) kept after change \(moment)" }

  /// Makes the files that are there when the power is back in an empty folder.
  func restore(_ disk: RecordedDisk, to root: String) throws {
    var dice = SeededGenerator(seed: seed)
    var state = State()
    let synced = synced(disk)
    let limit = Int.random(in: 0...moment, using: &dice)
    for (index, change) in disk.changes.prefix(moment).enumerated() {
      let isCertain = synced[index]
      switch change {
      case .write(let node, let place, let bytes):
        let isKept = isCertain || keeps(index, limit, isName: false, &dice)
        guard isKept else { continue }
        let isTorn = !isCertain && kept == .some && Bool.random(using: &dice)
        for sector in stride(from: 0, to: bytes.count, by: 512)
        where !isTorn || Bool.random(using: &dice) {
          state.write(node, bytes[sector..<min(sector + 512, bytes.count)], at: place + sector)
        }
      case .resize(let node, let size):
        if isCertain || keeps(index, limit, isName: false, &dice) { state.resize(node, to: size) }
      case .add, .remove, .rename:
        if isCertain || keeps(index, limit, isName: true, &dice) { state.apply(change) }
      case .sync: break
      }
    }
    try state.write(folder: 0, of: disk, to: root)
  }

  private func keeps(
    _ index: Int, _ limit: Int, isName: Bool, _ dice: inout SeededGenerator
  ) -> Bool {
    switch kept {
    case .nothing: false
    case .earlier: index < limit
    case .names: isName
    case .bytes: !isName
    case .some: Bool.random(using: &dice)
    case .everything: true
    }
  }

  /// Whether each change before the cut was synced.
  private func synced(_ disk: RecordedDisk) -> [Bool] {
    var syncs: [RecordedDisk.Node: Double] = [:]
    for case .sync(let node, let began) in disk.changes.prefix(moment) {
      syncs[node] = max(syncs[node] ?? 0, began)
    }
    return disk.changes.prefix(moment).enumerated().map { index, change in
      let nodes: [RecordedDisk.Node] =
        switch change {
        case .write(let node, _, _), .resize(let node, _): [node]
        case .add(_, _, let folder), .remove(_, let folder): [folder]
        case .rename(_, _, let from, _, let to): [from, to]
        case .sync: []
        }
      return nodes.contains { disk.ends[index] <= syncs[$0] ?? 0 }
    }
  }
}

/// The files and names of a disk.
private struct State {
  private var names: [RecordedDisk.Node: [String: RecordedDisk.Node]] = [:]
  private var files: [RecordedDisk.Node: [UInt8]] = [:]

  mutating func write(_ node: Int, _ bytes: ArraySlice<UInt8>, at place: Int) {
    if (files[node]?.count ?? 0) < place + bytes.count { resize(node, to: place + bytes.count) }
    files[node]?.replaceSubrange(place..<place + bytes.count, with: bytes)
  }

  mutating func resize(_ node: Int, to size: Int) {
    let count = files[node]?.count ?? 0
    if size < count { files[node]?.removeLast(count - size) }
    files[node, default: []].append(contentsOf: repeatElement(0, count: max(0, size - count)))
  }

  /// A change that needs an earlier one which was lost is lost as well.
  mutating func apply(_ change: RecordedDisk.Change) {
    switch change {
    case .add(let node, let name, let folder): names[folder, default: [:]][name] = node
    case .remove(let name, let folder): names[folder]?[name] = nil
    case .rename(let node, let old, let from, let new, let to):
      guard names[from]?[old] == node else { return }
      names[from]?[old] = nil
      names[to, default: [:]][new] = node
    case .write, .resize, .sync: break
    }
  }

  func write(folder: Int, of disk: RecordedDisk, to root: String) throws {
    var made: [Int: String] = [:]
    try write(folder: folder, of: disk, to: root, &made)
  }

  private func write(
    folder: Int, of disk: RecordedDisk, to path: String, _ made: inout [Int: String]
  ) throws {
    for (name, node) in names[folder] ?? [:] {
      let place = path + "/" + name
      // SQLite makes the index of its log anew after a crash; it is written through memory.
      if name.hasSuffix("-shm") { continue }
      if disk.folders.contains(node) {
        try FileManager.default.createDirectory(
          atPath: place, withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
        try write(folder: node, of: disk, to: place, &made)
      } else if let first = made[node] {
        try FileManager.default.linkItem(atPath: first, toPath: place)
      } else {
        try Data(files[node] ?? []).write(to: URL(filePath: place))
        made[node] = place
      }
    }
  }
}
