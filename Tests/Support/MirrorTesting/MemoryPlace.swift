import Glibc
import Locking
import MirrorCore

/// A place in memory, for tests.
package final class MemoryPlace: FilePlace {
  private struct State {
    var content = Content()
    /// The paths of files that were taken.
    var taken: [String] = []
    /// How many photos were to be stored.
    var placed = 0
  }

  package let workspace: MemoryWorkspace
  private let state = Locked(State())
  /// The error of storing the nth photo, counted from 1; nil if it succeeds.
  private let failing: @Sendable (_ number: Int) -> StorageError?
  /// Bytes of the longest name that is taken, and of the one that is said to be.
  package let longest = Locked<(taken: Int, said: Int)>((255, 200))
  /// The error of moving and removing a file; nil if it succeeds.
  package let retiring = Locked<StorageError?>(nil)

  package init(
    _ workspace: MemoryWorkspace, failing: @escaping @Sendable (Int) -> StorageError? = { _ in nil }
  ) {
    (self.workspace, self.failing) = (workspace, failing)
  }

  /// The mirror's files in it.
  package func files(sidecars: SidecarChoice = SidecarChoice()) -> MirrorFiles {
    MirrorFiles(in: self, extensions: ["jpg", "jpeg", "mp4", "svg"], sidecars: sidecars)
  }

  package var content: Content {
    get { state.withLock(\.content) }
    set { state.withLock { $0.content = newValue } }
  }

  package let traits = PlaceTraits(name: "memory", directory: nil, width: 8)

  package subscript(path: String) -> [UInt8]? {
    get { state.withLock { $0.content.entries[path] } }
    set { state.withLock { $0.content.entries[path] = newValue } }
  }

  /// The paths of files that were taken, in their order.
  package var taken: [String] { state.withLock(\.taken) }

  package func list(
    _ list: PlaceList, _ body: ([PlaceFile]) async throws -> Bool
  ) async throws {
    let folder = list.folder.isEmpty ? "" : list.folder + "/"
    let files = content.entries.filter { path, _ in
      let rest = path.dropFirst(folder.count)
      let isHidden = rest.hasPrefix(".") || rest.contains("/.")
      return path.hasPrefix(folder) && path > list.after ?? ""
        && (list.includesHidden || !isHidden)
    }
    // In parts of one, to show what depends on the parts.
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
      guard try await body([PlaceFile(path: path, facts: facts(of: bytes))]) else { return }
    }
  }

  private func facts(of bytes: [UInt8]) -> FileFacts {
    FileFacts(.file, byteCount: Int64(bytes.count))
  }

  package func facts(
    of paths: [String], _ evidence: FileEvidence
  ) async throws(StorageError) -> [FileFacts?] {
    paths.map { path in
      self[path].map { bytes in
        var facts = facts(of: bytes)
        if evidence == .read { facts.proof = MemoryDigest.hex(of: bytes) }
        return facts
      }
    }
  }

  package func find(
    stems: [String], extensions: [String]
  ) async throws(StorageError) -> [String: String] {
    var found: [String: String] = [:]
    for stem in stems {
      if let path = extensions.lazy.map({ stem + "." + $0 }).first(where: { self[$0] != nil }) {
        found[stem] = path
      }
    }
    return found
  }

  package func read(
    _ path: String, limit: Int, isWhole: Bool
  ) async throws(StorageError) -> [UInt8]? {
    guard let bytes = self[path] else { return nil }
    guard !isWhole || bytes.count <= limit else {
      throw StorageError(.directory("\(path) is too large"), isOfEntry: true)
    }
    return Array(bytes.prefix(limit))
  }

  package func take(_ path: String, limit: Int64) async throws(StorageError) -> TakenFile? {
    guard let bytes = self[path] else { return nil }
    guard bytes.count <= limit else {
      throw StorageError(.directory("\(path) is too large"), isOfEntry: true)
    }
    state.withLock { $0.taken.append(path) }
    workspace["copy of \(path)"] = bytes
    return TakenFile(path: "copy of \(path)", isCopy: true)
  }

  package func release(_ file: TakenFile) async { workspace[file.path] = nil }

  package func apply(
    _ groups: [[PlaceChange]]
  ) async -> [Result<[ChangeOutcome], StorageError>] {
    groups.map { group in
      Result { () throws(StorageError) in
        if group.contains(where: \.isPhoto), let error = failing(number()) { throw error }
        var outcomes: [ChangeOutcome] = []
        for change in group { outcomes.append(try make(change)) }
        return outcomes
      }
    }
  }

  private func number() -> Int {
    state.withLock { state in
      state.placed += 1
      return state.placed
    }
  }

  private func make(_ change: PlaceChange) throws(StorageError) -> ChangeOutcome {
    switch change {
    case .write(let file): return try write(file)
    case .move(let move): return try self.move(move)
    case .remove(let path):
      if let error = retiring.withLock(\.self) { throw error }
      self[path] = nil
      return .done
    }
  }

  private func write(_ file: PlaceWrite) throws(StorageError) -> ChangeOutcome {
    let taken = longest.withLock(\.taken)
    guard file.path.split(separator: "/").allSatisfy({ $0.utf8.count <= taken }) else {
      if file.isOptional { return .failed("its name is too long") }
      throw StorageError(.file("make", file.path, errno: ENAMETOOLONG), isOfEntry: true)
    }
    if file.content == .stored { return .done }
    let bytes =
      switch file.content {
      case .bytes(let bytes): bytes
      case .copy(of: let path): workspace[path] ?? []
      case .part(let path): self[file.path] == nil ? workspace.take(path) ?? [] : []
      case .stored: [UInt8]()
      }
    let isTaken = state.withLock { state in
      let isTaken = state.content.entries[file.path] != nil && file.rule != .replace
      if !isTaken { state.content.entries[file.path] = bytes }
      return isTaken
    }
    guard isTaken else { return .done }
    guard file.rule == .keep else {
      throw StorageError(.directory("another file exists at \(file.path)"), isOfEntry: true)
    }
    return .kept
  }

  private func move(_ move: PlaceMove) throws(StorageError) -> ChangeOutcome {
    if let error = retiring.withLock(\.self) { throw error }
    let outcome = state.withLock { state -> ChangeOutcome? in
      guard let bytes = state.content.entries[move.path] else {
        if move.ifMissing == .skip { return .missing }
        return state.content.entries[move.other] == nil ? nil : .done
      }
      guard state.content.entries[move.other] == nil else {
        return move.ifTaken == .skip ? .taken : nil
      }
      state.content.entries[move.path] = nil
      state.content.entries[move.other] = bytes
      return .done
    }
    guard let outcome else {
      throw StorageError(
        .directory("\(move.path) cannot be moved to \(move.other)"), isOfEntry: true)
    }
    return outcome
  }

  package func capacity() async -> PlaceCapacity {
    PlaceCapacity(byteCount: nil, longestName: longest.withLock(\.said))
  }
}

extension PlaceChange {
  /// Whether a photo's own file is written, which is not optional, unlike the files beside it.
  fileprivate var isPhoto: Bool {
    if case .write(let file) = self { !file.path.hasPrefix(".") && !file.isOptional } else { false }
  }
}
