import Digests
import Foundation
import MirrorCore
import SystemCalls
import Threads

/// A place on a server, as far as all of them are alike: requests run at once, and a file is copied into the workspace to be
/// read.
package protocol DistantPlace: StorePlace {
  /// The directory of the workspace.
  var directory: MirrorDirectory { get }
  /// The threads for the workspace.
  var pool: ThreadPool { get }

  /// Makes the changes of a group in their order.
  func make(_ group: [PlaceChange]) async throws(StorageError) -> [ChangeOutcome]
}

extension DistantPlace {
  /// The groups of a call at once, as far as the engine lets them.
  package func apply(
    _ groups: [[PlaceChange]]
  ) async -> [Result<[ChangeOutcome], StorageError>] {
    await results(of: groups, width: .max) { group throws(StorageError) in try await make(group) }
  }

  /// The results for all items in their order; the requests run at once, as far as the engine lets them.
  package func mapped<Item: Sendable, Value: Sendable>(
    _ items: [Item], _ body: @escaping @Sendable (Item) async throws(StorageError) -> Value
  ) async throws(StorageError) -> [Value] {
    var values: [Value] = []
    for result in await results(of: items, width: traits.width, body) {
      values.append(try result.get())
    }
    return values
  }

  private func results<Item: Sendable, Value: Sendable>(
    of items: [Item], width: Int,
    _ body: @escaping @Sendable (Item) async throws(StorageError) -> Value
  ) async -> [Result<Value, StorageError>] {
    await withTaskGroup(of: (Int, Result<Value, StorageError>).self) { group in
      var results = [Result<Value, StorageError>?](repeating: nil, count: items.count)
      for (index, item) in items.enumerated() {
        if index >= width, let (done, result) = await group.next() { results[done] = result }
        group.addTask {
          do throws(StorageError) { return (index, .success(try await body(item))) } catch {
            return (index, .failure(error))
          }
        }
      }
      for await (index, result) in group { results[index] = result }
      return results.compactMap(\.self)
    }
  }

  /// The outcome of a change, also of an optional one that fails.
  package func attempt(
    isOptional: Bool, _ body: () async throws(StorageError) -> ChangeOutcome
  ) async throws(StorageError) -> ChangeOutcome {
    do throws(StorageError) { return try await body() } catch {
      guard isOptional, error.isOfEntry else { throw error }
      return .failed(error.error.message)
    }
  }

  /// The path of a new file in the workspace; the next run deletes what a kill leaves.
  package func newCopy() async throws(StorageError) -> String {
    // Only the workspace is local, so the directory may not exist yet.
    try await pool.run { () throws(StorageError) in
      do throws(MirrorError) { _ = try directory.prepare() } catch { throw StorageError(error) }
    }
    return directory.parts + "/copy-\(UUID().uuidString).new"
  }

  package func release(_ file: TakenFile) async {
    await pool.run { _ = LinkFree.unlink(file.path) }
  }

  /// What the bytes of a file are, which are read for that.
  package func readFacts(of path: String) async throws(StorageError) -> FileFacts? {
    guard let copy = try await take(path, limit: .max) else { return nil }
    let result = await pool.run {
      defer { LinkFree.unlink(copy.path) }
      return Result { () throws(DigestError) in
        var facts = FileFacts(.file, byteCount: DurableFile.size(of: copy.path) ?? 0)
        facts.proof = try FileDigest.hex(.sha256, ofFileAt: copy.path)
        return facts
      }
    }
    return try result.mapError { StorageError(.directory($0.message)) }.get()
  }
}
