import Foundation
import Images
import Sandbox

// Decodes the files that the arguments name in helper processes, by a decoder that every file whose text is
// the name of an attack has taken over. Writes a line for each file: what the decoder achieved, or why the
// file was refused.

if HelperProgram.work == .decode {
  DecoderProcesses.serve {
    (file, thumbnail, limits) throws(ImageError) -> ImageProof in
    Attack.decoded += 1
    guard let attack = Attack(in: file) else {
      return try ImageProof(ofOpenFile: file, thumbnail, limits: limits)
    }
    close(file)
    let achieved = attack.attempt()
    return ImageProof(
      format: .png, width: 1, height: 1, isDecoded: true, limit: nil, thumbnail: nil,
      thumbnailFailure: nil, warnings: [achieved])
  }
}
let decoders = try DecoderProcesses(
  memory: 256 << 20, niceness: 0, program: Bundle.main.executablePath)
if let weakness = try decoders.weakness() { print("no filter: \(weakness)") }

var limits = ImageLimits()
limits.seconds = 1
for path in CommandLine.arguments.dropFirst() {
  let name = URL(filePath: path).lastPathComponent
  do throws(ImageError) {
    let proof = try decoders.proof(ofFileAt: path, thumbnailEdge: 16, limits: limits)
    let outcome = proof.limit?.message ?? "decoded \(proof.width) x \(proof.height)"
    print("\(name): \(proof.warnings.first ?? outcome)")
  } catch {
    print("\(name): \(error.kind): \(error.message)")
  }
  fflush(nil)
}
decoders.shutdown()
