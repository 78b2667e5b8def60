// Verifies image files, and writes a thumbnail beside each intact one: Proofs FILE…

import Foundation
import Images

for path in CommandLine.arguments.dropFirst() {
  do {
    let proof = try ImageProof(ofFileAt: path, thumbnailEdge: 256)
    let size = proof.isDecoded ? "\(proof.width) x \(proof.height)" : "not decoded"
    print("\(path): \(proof.format), \(size)")
    try proof.thumbnail.map { Data($0) }?.write(to: URL(filePath: path + ".thumbnail.png"))
  } catch let error as ImageError where error.kind == .truncated {
    print("\(path): to be fetched again, \(error)")
  } catch {
    print("\(path): \(error)")
  }
}
