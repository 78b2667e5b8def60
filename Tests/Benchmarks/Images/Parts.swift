import Foundation
import Images

/// Prints the CPU milliseconds of decoding, resampling and encoding a photo: the median of the files of a folder,
/// each of which is proven three times, the first time to warm up.
struct Parts {
  let paths: [String]
  let edge: Int

  init(_ arguments: [String]) throws {
    let directory = arguments[0]
    paths = try FileManager.default.contentsOfDirectory(atPath: directory).sorted().prefix(20)
      .map { directory + "/" + $0 }
    guard let edge = Int(arguments[1]), edge > 0, !paths.isEmpty else {
      throw CocoaError(.formatting)
    }
    self.edge = edge
  }

  func run() throws {
    var costs: [ProofCost] = []
    for path in paths {
      for round in 0..<3 {
        let cost = try ProofCost(ofFileAt: path, thumbnailEdge: edge)
        if round > 0 { costs.append(cost) }
      }
    }
    for (name, part) in [
      ("decode", \ProofCost.decode), ("resample", \.resample), ("encode", \.encode),
    ] {
      let median = costs.map { $0[keyPath: part] }.sorted()[costs.count / 2]
      print(name, String(format: "%.3f", 1000 * median))
    }
  }
}
