import Foundation
import LocalFiles
import Locking
import MirrorCore
import Mirroring
import Threads

/// Stores parts as a mirror does: while one group is synced and renamed and its directory synced,
/// the next group is collected.
final class DurableStore: Sendable {
  private struct State {
    var waiting: [(name: String, stored: @Sendable () -> Void)] = []
    var isBusy = false
  }

  private static let groupSize = 64
  private let folder: String
  private let pool = ThreadPool(name: "disk", width: 4)
  private let state = Locked(State())

  init(_ folder: String) { self.folder = folder }

  /// - Parameter stored: called when the part durably has its final name.
  func add(_ name: String, stored: @escaping @Sendable () -> Void) {
    let begins = state.withLock { state in
      state.waiting.append((name, stored))
      defer { state.isBusy = true }
      return !state.isBusy
    }
    if begins { Task { await storeWaiting() } }
  }

  private func storeWaiting() async {
    while true {
      let group = state.withLock { state in
        let group = Array(state.waiting.prefix(Self.groupSize))
        state.waiting.removeFirst(group.count)
        state.isBusy = !group.isEmpty
        return group
      }
      if group.isEmpty { return }
      do {
        let results = await pool.map(group.map(\.name)) { [folder] name in
          Result {
            try DurableFile.sync("\(folder)/\(name).part")
            return try DurableFile.renameIfFree("\(folder)/\(name).part", to: "\(folder)/\(name)")
          }
        }
        for result in results where try !result.get() { throw POSIXError(.EEXIST) }
        try await pool.run { [folder] in try DurableFile.sync(folder) }
      } catch {
        fail(error)
      }
      for (_, stored) in group { stored() }
    }
  }
}

/// Ends the benchmark: its results would be meaningless.
func fail(_ error: any Error) -> Never {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
