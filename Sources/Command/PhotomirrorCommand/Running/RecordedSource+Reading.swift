import MirrorCore
import Mirroring
import Threads

extension RecordedSource {
  /// Reads a catalog on a thread that may block.
  static func reading(
    _ read: @escaping @Sendable () throws(MirrorError) -> [RecordedSource]
  ) async throws(MirrorError) -> [RecordedSource] {
    let disk = ThreadPool(name: "disk", width: 1)
    let result: Result<[RecordedSource], MirrorError> = await disk.run {
      do throws(MirrorError) { return .success(try read()) } catch { return .failure(error) }
    }
    await disk.shutdown()
    return try result.get()
  }
}
