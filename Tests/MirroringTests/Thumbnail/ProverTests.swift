import Operations
import TestSupport
import Testing

@testable import Mirroring

@Suite("A prover")
struct ProverTests {
  @Test(
    "takes no file for damaged that only cannot be read", arguments: ["/proc/self/mem", "/none"])
  func unreadable(path: String) async throws {
    let folder = try TemporaryDirectory()
    let pool = ThreadPool(name: "decode", width: 1)
    let prover = Prover(
      pool: pool, parts: PartFolder(MirrorDirectory(folder.path)), thumbnailEdge: nil,
      kinds: KeptKinds(keepsUndecoded: false), limits: .init())
    let error = await #expect(throws: MirrorError.self) { try await prover.prove(fileAt: path) }
    #expect(error?.message.hasPrefix("cannot read \(path): ") == true)
    #expect(error?.message.split(separator: path).count == 2)
    await pool.shutdown()
  }
}
