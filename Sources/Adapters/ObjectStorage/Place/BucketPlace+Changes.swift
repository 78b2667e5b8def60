import Digests
import Glibc
import MirrorCore
import SystemCalls
import Transfer

extension BucketPlace {
  package func make(_ group: [PlaceChange]) async throws(StorageError) -> [ChangeOutcome] {
    // Before anything is written, so that a refusal leaves nothing.
    if let path = group.lazy.compactMap(\.movedPath).first {
      try await told("move", path) { () throws(StoreError) in
        try await client.checkDeletes(besides: path)
      }
    }
    var outcomes: [ChangeOutcome] = []
    for change in group { outcomes.append(try await make(change)) }
    return outcomes
  }

  private func make(_ change: PlaceChange) async throws(StorageError) -> ChangeOutcome {
    switch change {
    case .write(let file):
      return try await attempt(isOptional: file.isOptional) { () throws(StorageError) in
        try await write(file)
      }
    case .move(let move):
      return try await attempt(isOptional: move.isOptional) { () throws(StorageError) in
        try await told("move", move.path) { () throws(StoreError) in try await self.move(move) }
      }
    case .remove(let path):
      try await told("delete", path) { () throws(StoreError) in try await client.delete(path) }
      return .done
    }
  }

  private func write(_ file: PlaceWrite) async throws(StorageError) -> ChangeOutcome {
    let headers =
      ObjectHeaders.of(file.path, modifiedAt: file.modifiedAt) + ObjectHeaders.of(file.marks)
      + lock(of: file.path)
    let isStored = try await told("store", file.path) { () throws(StoreError) in
      switch file.content {
      case .stored: return true
      case .bytes(let bytes):
        let request = StoreRequest(.put, file.path, headers: headers).sending(bytes)
        return try await client.put(request, isExclusive: file.rule != .replace)
      case .part(let part), .copy(of: let part):
        return try await send(part, to: file.path, headers, isExclusive: file.rule != .replace)
      }
    }
    guard isStored else {
      if file.rule == .keep { return .kept }
      throw StorageError(
        .directory("another file exists at \(client.location.name)/\(file.path)"), isOfEntry: true)
    }
    if case .part(let part) = file.content { await pool.run { _ = LinkFree.unlink(part) } }
    return .done
  }

  /// Sends a file.
  /// - Returns: False if another object with the key stays.
  private func send(
    _ part: String, to key: String, _ headers: [HTTPHeader], isExclusive: Bool
  ) async throws(StoreError) -> Bool {
    let size: Int64
    let request: StoreRequest
    do throws(DigestError) {
      (size, request) = try await pool.run { () throws(DigestError) in
        let size = FileStatus(linkFree: part)?.size ?? 0
        return (
          size,
          try StoreRequest(.put, key, headers: headers).sending(
            fileAt: part, from: 0, count: size)
        )
      }
    } catch {
      throw StoreError(.other, error.message)
    }
    guard size > StoreClient.longestPut else {
      return try await client.put(request, isExclusive: isExclusive)
    }
    return try await client.upload(
      part, size: size, digest: request.bodyDigest, to: key, headers: headers)
  }

  /// A kill between the copy and the deletion leaves both: the copy is recognised then.
  private func move(_ move: PlaceMove) async throws(StoreError) -> ChangeOutcome {
    guard let facts = try await client.facts(of: move.path) else {
      if move.ifMissing == .skip { return .missing }
      guard try await client.facts(of: move.other) != nil else {
        throw StoreError(.missing, "there is no such object")
      }
      return .done
    }
    if let there = try await client.facts(of: move.other) {
      // The tag of a copy in parts is another one.
      let isCopy =
        there.entityTag == facts.entityTag || facts.sha256 != nil && there.sha256 == facts.sha256
      guard move.isRepeatable, there.size == facts.size, isCopy else {
        if move.ifTaken == .skip { return .taken }
        throw StoreError(.exists, "another file already exists at \(move.other)")
      }
    } else {
      try await client.copy(move.path, to: move.other, headers: lock(of: move.other))
    }
    try await client.delete(move.path)
    return .done
  }
}

extension PlaceChange {
  /// Nil if it moves no file.
  fileprivate var movedPath: String? { if case .move(let move) = self { move.path } else { nil } }
}
