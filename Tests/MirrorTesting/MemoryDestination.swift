import Glibc
import Locking
import MirrorCore

/// A destination in memory, for tests.
package final class MemoryDestination: PhotoDestination {
  package struct Content: Sendable, Hashable {
    package var files: [String: [UInt8]] = [:]
    package var sidecars: [String: [UInt8]] = [:]
    package var thumbnails: [String: [UInt8]] = [:]
    /// Photos in the trash, by the places of their files.
    package var trash: [String: Trashed] = [:]
    /// Of the mirror whose photos these are.
    package var mirrorID: String?

    package init() {}
  }

  /// A photo in the trash.
  package struct Trashed: Sendable, Hashable {
    package var file: [UInt8]?
    package var sidecar: [UInt8]?
    package var thumbnail: [UInt8]?
    package var record: [UInt8] = []

    package init(file: [UInt8]? = nil) { self.file = file }
  }

  package let workspace: MemoryWorkspace
  private let state = Locked(Content())
  private let placed = Locked(0)
  /// The error of storing the nth photo, counted from 1; nil if it succeeds.
  private let failing: @Sendable (_ number: Int) -> StorageError?
  /// Bytes of the longest name that is taken, and of the one that is said to be.
  package let longest = Locked<(taken: Int, said: Int)>((255, 200))
  /// The error of moving a file away; nil if it succeeds.
  package let retiring = Locked<StorageError?>(nil)

  package init(
    _ workspace: MemoryWorkspace, failing: @escaping @Sendable (Int) -> StorageError? = { _ in nil }
  ) {
    (self.workspace, self.failing) = (workspace, failing)
  }

  package var content: Content {
    get { state.withLock(\.self) }
    set { state.withLock { $0 = newValue } }
  }

  /// Changes the content while no other call reads or changes it.
  func change(_ body: (inout Content) -> Void) { state.withLock(body) }

  package func look(for files: [StoredFiles]) async -> [FileLook] {
    let content = content
    return files.map {
      FileLook(
        isThere: content.files[$0.path]?.isEmpty == false,
        hasSidecar: content.sidecars[$0.path] != nil,
        hasThumbnail: $0.thumbnail.format == nil || content.thumbnails[$0.stem] != nil)
    }
  }

  package func find(stems: [String]) async throws(StorageError) -> [String: String] {
    let wanted = Set(stems)
    let found = content.files.keys.map { (String($0.prefix { $0 != "." }), $0) }
    return Dictionary(found.filter { wanted.contains($0.0) }) { $1 }
  }

  package func longestName() async -> Int { longest.withLock(\.said) }

  package func place(_ files: [Placement]) async -> [Result<[CompanionFailure], StorageError>] {
    files.map { file in
      Result { () throws(StorageError) in
        try place(file)
        return []
      }
    }
  }

  private func place(_ file: Placement) throws(StorageError) {
    let number = placed.withLock { count in
      count += 1
      return count
    }
    if let error = failing(number) { throw error }
    let taken = longest.withLock(\.taken)
    guard file.path.split(separator: "/").allSatisfy({ $0.utf8.count <= taken }) else {
      throw StorageError(.file("make", file.path, errno: ENAMETOOLONG), isOfEntry: true)
    }
    if case .part(let part) = file.picture {
      guard state.withLock({ $0.files[file.path] == nil }) else {
        throw StorageError(.directory("another file exists at \(file.path)"), isOfEntry: true)
      }
      let bytes = workspace.take(part)
      state.withLock { $0.files[file.path] = bytes }
    }
    for companion in file.companions {
      state.withLock { state in
        switch companion {
        case .thumbnail(let bytes, let stem, _): state.thumbnails[stem] = bytes
        case .rewrittenSidecar(let bytes, _): state.sidecars[file.path] = bytes
        case .sidecar(let bytes, _):
          if state.sidecars[file.path] == nil { state.sidecars[file.path] = bytes }
        }
      }
    }
  }

  /// Copies the file into the workspace, as a remote destination does.
  package func localFile(of path: String) async throws(StorageError) -> String {
    workspace["copy of \(path)"] = content.files[path]
    return "copy of \(path)"
  }

  package func read(_ path: String, limit: Int) async throws(StorageError) -> [UInt8]? {
    let content = content
    let bytes = content.files[path] ?? content.sidecars[Self.photo(ofSidecar: path)]
    guard bytes?.count ?? 0 <= limit else {
      throw StorageError(.directory("\(path) is too large"), isOfEntry: true)
    }
    return bytes
  }

  /// The path without `.xmp` or `.json`.
  private static func photo(ofSidecar path: String) -> String {
    path.lastIndex(of: ".").map { String(path[..<$0]) } ?? path
  }

  /// Of a thumbnail of one byte, that byte.
  package func thumbnailEdge(ofStem stem: String, _ format: ThumbnailFormat) async -> Int? {
    content.thumbnails[stem].flatMap(\.first).map(Int.init)
  }

  /// A stem has one thumbnail, whatever its format.
  package func dropThumbnails(except kept: [String: StoredThumbnail]) async {
    state.withLock { state in
      for (stem, kept) in kept where kept.format == nil { state.thumbnails[stem] = nil }
    }
  }

  package func setAside(_ path: String) async throws(StorageError) -> String? {
    if let error = retiring.withLock(\.self) { throw error }
    return state.withLock { state in
      guard state.files[path] != nil || state.sidecars[Self.photo(ofSidecar: path)] != nil else {
        return nil
      }
      var (place, number) = (".photomirror/set-aside/\(path)", 1)
      while state.files[place] != nil {
        number += 1
        place = ".photomirror/set-aside/\(path)~\(number)"
      }
      state.files[place] =
        state.files.removeValue(forKey: path)
        ?? state.sidecars.removeValue(forKey: Self.photo(ofSidecar: path))
      return place
    }
  }

  package func forEachAside(_ body: ([AsideFile]) async throws -> Void) async throws {
    let files = content.files.filter { $0.key.hasPrefix(".photomirror/set-aside/") }
    try await body(
      files.sorted { $0.key < $1.key }.map {
        AsideFile(path: $0.key, byteCount: Int64($0.value.count), since: 0)
      })
  }

  package func move(_ path: String, to other: String) async throws(StorageError) {
    if let error = retiring.withLock(\.self) { throw error }
    let isMoved = state.withLock { state in
      guard let bytes = state.files[path] else { return state.files[other] != nil }
      guard state.files[other] == nil else { return false }
      state.files[path] = nil
      state.files[other] = bytes
      return true
    }
    guard isMoved else {
      throw StorageError(.directory("\(path) cannot be moved to \(other)"), isOfEntry: true)
    }
  }

  package func removeAside(_ path: String) async throws(StorageError) {
    guard AsideFile(path: path, byteCount: 0, since: 0).original != nil else {
      throw StorageError(.directory("\(path) is not set aside"), isOfEntry: true)
    }
    change { $0.files[path] = nil }
  }

  package func capacity() async -> Int64? { nil }

  package func mirrorID() async -> String? { content.mirrorID }

  package func noteMirrorID(_ id: String) async { change { $0.mirrorID = id } }
}
