import Console
import Images

/// `photomirror check FILE…`
struct CheckCommand {
  private let arguments: CheckArguments

  init(_ arguments: CheckArguments) { self.arguments = arguments }

  func run() async -> ExitStatus {
    let limits = arguments.limits
    let files = PictureFiles(paths: arguments.files, isJSON: arguments.isJSON)
    let tally = await files.tell { path in
      switch PictureFiles.prove(path, thumbnailEdge: nil, limits: limits) {
      case .success(let proof): PictureReport(path, proof)
      case .failure(let failure): PictureReport(path, reason: failure.reason)
      }
    }
    Output.error.write(lines: [summary(tally)])
    return tally[.failed] == nil ? .success : .somePhotosFailed
  }

  private func summary(_ tally: PictureFiles.Tally) -> String {
    let counts = [PictureReport.Finding.whole, .notDecoded, .failed].compactMap { finding in
      tally[finding].map { "\(Quantity.count($0)) \(finding.rawValue)" }
    }
    return "checked \(Quantity.count(arguments.files.count, of: "file")): "
      + counts.joined(separator: ", ")
  }
}
