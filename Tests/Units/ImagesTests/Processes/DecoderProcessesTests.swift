import Foundation
import TestSupport
import Testing

@testable import Images

@Suite("Decoder processes")
struct DecoderProcessesTests {
  private static let denied = "errno \(EPERM)"
  /// What each attack of a decoder that an image took over gets.
  private static let attacks: [(name: String, result: String)] = [
    ("open", denied), ("create", denied), ("connect", denied), ("fork", denied), ("exec", denied),
    ("kill", denied), ("signal", denied), ("executable", denied),
    ("environment", "no environment"), ("allocate", "errno \(ENOMEM)"),
    ("loop", "stopped: the decoder was stopped: it exceeded the limit of CPU time"),
    ("crash", "stopped: the decoder was stopped: Segmentation fault"),
    ("exit", "stopped: the decoder was stopped: it exited with status 7"),
    ("garbage", "stopped: the decoder was stopped: invalid message"),
    ("flood", "stopped: the decoder was stopped: invalid message"),
  ]

  @Test("A decoder that an image has taken over achieves nothing, and costs that image alone")
  func attacks() async throws {
    let folder = try TemporaryDirectory()
    // The second one is read twice.
    let photo = try JPEGEncoder.encode(.drawn(40, 30))
    let photos = [photo, try JPEGFixtures.repeatingByte(in: photo)]
    var (files, expected): ([String], [String]) = ([], [])
    for (number, attack) in Self.attacks.enumerated() {
      let good = "\(folder.path)/\(number).jpg"
      try Data(photos[number % 2]).write(to: URL(filePath: good))
      let bad = "\(folder.path)/\(attack.name)"
      try Data(attack.name.utf8).write(to: URL(filePath: bad))
      files += [bad, good]
      expected += ["\(attack.name): \(attack.result)", "\(number).jpg: decoded 40 x 30"]
    }
    let run = try await CommandRun.run(BuiltProducts.path("HostileDecoder"), files)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.split(separator: "\n").map(String.init) == expected)
    #expect(!FileManager.default.fileExists(atPath: "/tmp/photomirror-escaped"))
  }

  @Test("A decoder process ends after 1000 images, so that one that is taken over does not last")
  func ends() async throws {
    let folder = try TemporaryDirectory()
    let file = folder.appending("images")
    try Data("images".utf8).write(to: URL(filePath: file))
    let run = try await CommandRun.run(
      BuiltProducts.path("HostileDecoder"), Array(repeating: file, count: 1001))
    let lines = run.output.split(separator: "\n")
    #expect(lines.suffix(2) == ["images: image 1000", "images: image 1"], "\(run.errors)")
  }

  @Test("A message between processes that is cut or changed is an error, or says something else")
  func messages() throws {
    var request = ThumbnailRequest(edge: 8)
    request.previewEdge = 20
    let asked = ProofRequest(thumbnail: request, limits: ImageLimits())
    #expect(try ProofRequest(asked.encode()).thumbnail == request)
    var sketch = request
    sketch.isSketch = true
    let other = ProofRequest(thumbnail: sketch, limits: ImageLimits())
    #expect(try ProofRequest(other.encode()).thumbnail == sketch)
    let proof = try ImageProof(of: JPEGEncoder.encode(.drawn(40, 30)), request)
    #expect(proof.preview != nil)
    let message = ProofAnswer.encode(.success(proof))
    #expect(try ProofAnswer.decode(message).get() == proof)
    for count in 0..<message.count {
      #expect(throws: (any Error).self) { try ProofAnswer.decode(Array(message.prefix(count))) }
    }
    let error = ImageError(.damaged, "it ends early")
    let refusal = ProofAnswer.encode(.failure(error))
    #expect(throws: error) { try ProofAnswer.decode(refusal).get() }
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      var changed = message
      changed[Int.random(in: 0..<min(changed.count, 80), using: &generator)] = .random(
        in: 0...255, using: &generator)
      _ = try? ProofAnswer.decode(changed)
    }
  }
}
