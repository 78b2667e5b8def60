import Console

/// `photomirror check FILE…`
struct CheckCommand {
  private let arguments: CheckArguments

  init(_ arguments: CheckArguments) { self.arguments = arguments }

  func run() async throws -> ExitStatus {
    let (limits, total) = (arguments.limits, arguments.files.count)
    let files = PictureFiles(paths: arguments.files, isJSON: arguments.isJSON) { tally in
      let counts = [PictureReport.Finding.whole, .notDecoded, .failed].compactMap { finding in
        tally[finding].map { "\(Quantity.count($0)) \(finding.rawValue)" }
      }
      return "checked \(Quantity.count(tally.told, outOf: total, of: "file")): "
        + (counts.isEmpty ? "nothing" : counts.joined(separator: ", "))
    }
    return try await files.tell { path in
      switch PictureFiles.prove(path, thumbnailEdge: nil, limits: limits) {
      case .success(let proof): PictureReport(path, proof)
      case .failure(let failure): PictureReport(path, reason: failure.reason)
      }
    }
  }
}
