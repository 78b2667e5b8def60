import Digests
import Images
import LocalFiles
import MirrorCore
import SystemCalls
import Threads

/// A file beside a photo.
struct CompanionName: Sendable {
  /// Relative to the mirror.
  let path: String
  /// Whether the last copy had the photo.
  let wasCopied: Bool
  /// Whether there was no copy before.
  var isFirst = false
  /// What it is; nil for a file of the trash, which is copied as it is.
  let kind: CompanionCheck.Kind?
}

/// A file beside a photo, on this machine.
struct CopiedCompanion: Sendable {
  let name: CompanionName
  /// Absolute.
  let file: TakenFile
  /// Bytes of the original.
  let byteCount: Int64
  /// The original's modification time, seconds since 1970.
  let modifiedAt: Int64
  /// When anything about the file on this machine changed, seconds since 1970.
  let changedAt: Int64
}

extension CopyRound {
  /// In bytes; a larger file is no sidecar or thumbnail.
  private static let largestCompanion: Int64 = 16 << 20
  /// Seconds by which clocks of file systems may differ.
  private static let slack: Int64 = 2

  /// Copies sidecars and thumbnails that are missing or differ, durably, as ``CompanionVerdict`` says.
  func update(_ companions: [CompanionName]) async throws -> CompanionUpdate {
    let paths = companions.map(\.path)
    let originals = try await source.place.facts(of: paths, .listed)
    let timed = source.place.traits.keepsTimes && place.place.traits.keepsTimes
    let own = timed ? try await place.place.facts(of: paths, .listed) : []
    let there = companions.indices.filter { index in
      guard let original = originals[index], original.kind == .file,
        companions[index].kind == nil || original.byteCount <= Self.largestCompanion
      else { return false }
      guard timed, let own = own[index], own.kind == .file else { return true }
      return own.byteCount != original.byteCount || own.modifiedAt != original.modifiedAt
    }.map { companions[$0] }
    let results = try await there.mapConcurrently(width: Self.width) { name in
      do throws(StorageError) {
        return Result<CopiedCompanion?, StorageError>.success(try await take(name))
      } catch {
        return .failure(error)
      }
    }
    let taken = results.compactMap { (try? $0.get()) ?? nil }
    return try await whileOpen {
      var update = try await update(taken)
      for (name, result) in zip(there, results) {
        if case .failure(let error) = result { try update.refuse(name.path, error) }
      }
      return update
    } close: {
      for companion in taken { await source.place.release(companion.file) }
    }
  }

  /// Nil if the copy has the digest that is stored with the original, which is not fetched then, or if it is gone.
  private func take(_ name: CompanionName) async throws(StorageError) -> CopiedCompanion? {
    guard let facts = try await source.facts(of: name.path, .told) else { return nil }
    if let digest = facts.sha256,
      try await place.knownFingerprint(of: name.path)?.sha256 == digest
    {
      return nil
    }
    // It may grow meanwhile.
    let limit = max(facts.byteCount, Self.largestCompanion)
    guard let file = try await source.place.take(name.path, limit: limit) else { return nil }
    return await open.disk.run {
      // A file of the copy that was edited later than the object was stored is set aside.
      if file.isCopy, let time = facts.modifiedAt { DurableFile.setModified(file.path, time) }
      return FileStatus(linkFree: file.path).map {
        CopiedCompanion(
          name: name, file: file, byteCount: $0.size, modifiedAt: $0.modifiedAt,
          changedAt: $0.changedAt)
      }
    }
  }

  private func update(_ companions: [CopiedCompanion]) async throws -> CompanionUpdate {
    // One that has not changed since the last copy began is there, where times do not show that.
    let since = await open.disk.run { [target] in target.since ?? .min }
    let changed = companions.filter {
      place.place.traits.keepsTimes || !$0.name.wasCopied
        || $0.changedAt >= since.addingClamped(-Self.slack)
    }
    let facts = try await place.place.facts(of: changed.map(\.name.path), .told)
    let verdicts = try await Array(zip(changed, facts)).mapConcurrently(width: Self.width) {
      companion, there in try await verdict(on: companion, there)
    }
    var (update, writes) = (CompanionUpdate(), [(path: String, change: PlaceChange)]())
    for (companion, verdict) in zip(changed, verdicts) {
      let path = companion.name.path
      do throws(StorageError) {
        switch verdict {
        case nil: break
        case .refuse(let reason): update.refused.append(.init(path: path, reason: reason))
        case .copy(let setsAside):
          if setsAside, try await place.setAside(path) != nil { update.setAside += 1 }
          var write = PlaceWrite(path, .copy(of: companion.file.path), .replace)
          write.modifiedAt = companion.modifiedAt
          writes.append((path, .write(write)))
        }
      } catch {
        try update.refuse(path, error)
      }
    }
    let results = await place.place.apply(writes.map { [$0.change] })
    for (write, result) in zip(writes, results) {
      do throws(StorageError) {
        _ = try result.get()
        update.copied += 1
      } catch {
        try update.refuse(write.path, error)
      }
    }
    return update
  }

  /// Nil if the copy has the file.
  private func verdict(
    on companion: CopiedCompanion, _ there: FileFacts?
  ) async throws -> CompanionVerdict? {
    let path = companion.name.path
    if let there, try await isSame(there, companion) { return nil }
    let own =
      there?.kind == .file && companion.name.kind != nil
      ? try? await place.read(path, limit: CompanionCheck.mostBytes) : nil
    let (limits, decoders) = (copy.options.limits, copy.mirror.decoders)
    let verdict = await open.disk.run {
      CompanionVerdict(on: companion, isThere: there != nil, replacing: own) {
        (path) throws(ImageError) in
        _ = try ImageProof(ofFileAt: path, thumbnailEdge: nil, limits: limits, by: decoders)
        return nil
      }
    }
    // Somebody edited it in the copy.
    let keepsTimes = place.place.traits.keepsTimes
    let isEdited = there.map {
      $0.kind != .file || keepsTimes && $0.modifiedAt ?? 0 > companion.modifiedAt
    }
    if case .copy(false) = verdict, isEdited ?? false { return .copy(setsAside: true) }
    return verdict
  }

  private func isSame(_ there: FileFacts, _ companion: CopiedCompanion) async throws -> Bool {
    guard there.kind == .file, there.byteCount == companion.byteCount else { return false }
    guard !place.place.traits.keepsTimes else { return there.modifiedAt == companion.modifiedAt }
    let digest: String?
    if let told = there.sha256 {
      digest = told
    } else {
      digest = try await place.knownFingerprint(of: companion.name.path)?.sha256
    }
    return await open.disk.run {
      (try? FileDigest.hex(.sha256, ofFileAt: companion.file.path)) == digest
    }
  }
}

extension CompanionUpdate {
  /// - Throws: The error, if it is not of one name only.
  fileprivate mutating func refuse(_ path: String, _ error: StorageError) throws(StorageError) {
    guard error.isOfEntry else { throw error }
    refused.append(.init(path: path, reason: error.error.message))
  }
}
