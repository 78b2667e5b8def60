import Glibc
import Locking
import MirrorCore

/// A place in memory, for tests.
package final class MemoryPlace: FilePlace {
  private struct State {
    var files: [String: [UInt8]] = [:]
    /// The paths of files that were taken.
    var taken: [String] = []
  }

  package let workspace: MemoryWorkspace
  private let state = Locked(State())

  package init(_ workspace: MemoryWorkspace) { self.workspace = workspace }

  package let traits = PlaceTraits(name: "memory", directory: nil, width: 8)

  package subscript(path: String) -> [UInt8]? {
    get { state.withLock { $0.files[path] } }
    set { state.withLock { $0.files[path] = newValue } }
  }

  /// The paths of files that were taken, in their order.
  package var taken: [String] { state.withLock(\.taken) }

  package func list(
    _ list: PlaceList, _ body: ([PlaceFile]) async throws -> Bool
  ) async throws {
    let folder = list.folder.isEmpty ? "" : list.folder + "/"
    let files = state.withLock(\.files).filter { path, _ in
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
        var outcomes: [ChangeOutcome] = []
        for change in group { outcomes.append(try make(change)) }
        return outcomes
      }
    }
  }

  private func make(_ change: PlaceChange) throws(StorageError) -> ChangeOutcome {
    switch change {
    case .write(let file): return try write(file)
    case .move(let move): return try self.move(move)
    case .remove(let path):
      self[path] = nil
      return .done
    }
  }

  private func write(_ file: PlaceWrite) throws(StorageError) -> ChangeOutcome {
    if file.content == .stored { return .done }
    let bytes =
      switch file.content {
      case .bytes(let bytes): bytes
      case .copy(of: let path): workspace[path] ?? []
      case .part(let path): self[file.path] == nil ? workspace.take(path) ?? [] : []
      case .stored: [UInt8]()
      }
    let isTaken = state.withLock { state in
      let isTaken = state.files[file.path] != nil && file.rule != .replace
      if !isTaken { state.files[file.path] = bytes }
      return isTaken
    }
    guard isTaken else { return .done }
    guard file.rule == .keep else {
      throw StorageError(.directory("another file exists at \(file.path)"), isOfEntry: true)
    }
    return .kept
  }

  private func move(_ move: PlaceMove) throws(StorageError) -> ChangeOutcome {
    let outcome = state.withLock { state -> ChangeOutcome? in
      guard let bytes = state.files[move.path] else {
        if move.ifMissing == .skip { return .missing }
        return state.files[move.other] == nil ? nil : .done
      }
      guard state.files[move.other] == nil else { return move.ifTaken == .skip ? .taken : nil }
      state.files[move.path] = nil
      state.files[move.other] = bytes
      return .done
    }
    guard let outcome else {
      throw StorageError(
        .directory("\(move.path) cannot be moved to \(move.other)"), isOfEntry: true)
    }
    return outcome
  }

  package func capacity() async -> PlaceCapacity {
    PlaceCapacity(byteCount: nil, longestName: NameTemplate.usualLongest)
  }
}
