import LocalFiles
import MirrorCore

/// The snapshots of the catalog beside photos that are not in a directory.
extension MirrorFiles {
  /// More than a mirror keeps; a list goes no further.
  private static let mostNames = 1000
  /// In bytes: of a snapshot, for about 30 million photos.
  private static let longest: Int64 = 4 << 30
  /// What a file in Zstandard's format begins with (RFC 8878, 3.1.1).
  private static let beginning: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]

  private static func path(of name: SnapshotName) -> String {
    "\(MirrorNames.snapshots)/\(name.text)"
  }

  /// In the order of their times. Other files are ignored.
  func snapshots() async throws(StorageError) -> [SnapshotName] {
    try await listed(PlaceList(below: MirrorNames.snapshots), limit: Self.mostNames)
      .compactMap { SnapshotName(String($0.path.dropFirst(MirrorNames.snapshots.count + 1))) }
      .sorted()
  }

  /// Stores a snapshot from a file, which stays.
  func add(_ name: SnapshotName, from file: String) async throws(StorageError) {
    try await apply([.write(PlaceWrite(Self.path(of: name), .copy(of: file), .exclusive))])
  }

  /// A file with a snapshot.
  /// - Throws: ``StorageError`` with `isOfEntry` if it is missing or has more than 4 GiB, or if its first bytes show that it
  ///   is no snapshot; it is not read then.
  func take(_ name: SnapshotName) async throws(StorageError) -> TakenFile {
    let path = Self.path(of: name)
    let head = try await place.read(path, limit: Self.beginning.count, isWhole: false)
    guard head == nil || head == Self.beginning else {
      throw StorageError(
        .directory("\(place.traits.name)/\(path) is no snapshot"), isOfEntry: true)
    }
    guard let file = try await place.take(path, limit: Self.longest) else {
      throw StorageError(.directory("\(place.traits.name)/\(path) is missing"), isOfEntry: true)
    }
    return file
  }

  /// Deletes a snapshot; succeeds if there is none.
  func remove(_ name: SnapshotName) async throws(StorageError) {
    try await remove(Self.path(of: name))
  }
}
