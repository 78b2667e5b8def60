import MirrorCore
import Testing
import Threads

@testable import Inspection

@Suite("Inspection by the codecs")
struct CodecInspectorTests {
  @Test(
    "A file that cannot be read is not reported as damaged", arguments: ["/proc/self/mem", "/none"])
  func unreadable(path: String) async throws {
    let pool = ThreadPool(name: "decode", width: 1)
    let inspector = CodecInspector(pool: pool, limits: .init())
    let error = await #expect(throws: InspectionError.self) {
      try await inspector.inspect(fileAt: path, thumbnail: nil, digests: [])
    }
    if case .unreadable(let reason) = error {
      // The caller adds the path.
      #expect(!reason.contains(path))
    } else {
      Issue.record("\(String(describing: error))")
    }
    await pool.shutdown()
  }
}
