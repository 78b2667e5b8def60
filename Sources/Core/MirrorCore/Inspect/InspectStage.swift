import ProviderKit

/// The inspect stage: reads and decodes a part file to its last byte, compares it with the promised length,
/// digests and size, and makes its thumbnail.
struct InspectStage: Sendable {
  let inspector: FileInspection
  let workspace: any Workspace
  let formats: KeptFormats

  func inspect(_ photo: FetchedPhoto) async throws -> InspectedPhoto {
    do {
      var inspection = try await inspector.inspect(
        fileAt: photo.part, digests: Set(photo.rendition.promised.map(\.algorithm)),
        isTransferProven: photo.isTransferProven)
      try check(inspection, of: photo)
      if inspection.format.isVideo {
        inspection.thumbnail = await inspector.thumbnail(of: photo.still)
      }
      return InspectedPhoto(
        job: photo.job, picture: .part(photo.part),
        path: photo.job.stem + "." + inspection.format.fileExtension, inspection: inspection,
        rendition: photo.rendition, refusedLabel: photo.refusedLabel, sizeReason: photo.reason,
        bytesFetched: photo.file.bytesFetched, transfer: photo.file.transfer)
    } catch let failure as PhotoFailure {
      // A complete but wrong part file would be resumed forever.
      try await workspace.discardParts(ofPhotos: [photo.job.id])
      throw failure
    }
  }

  private func check(_ inspection: Inspection, of photo: FetchedPhoto) throws {
    if let reason = formats.refusal(of: inspection.format) {
      throw PhotoFailure(stage: .inspect, reason: reason, prospect: .unwanted)
    }
    let rendition = photo.rendition
    if let least = rendition.leastEdge, inspection.isDecoded,
      min(inspection.width, inspection.height) < least
    {
      throw PhotoFailure(
        stage: .inspect, reason: "is \(inspection.width)x\(inspection.height), an icon",
        prospect: .icon)
    }
    if let reason = inspection.undecodedReason, !inspection.isProven, !photo.isTransferProven {
      throw PhotoFailure(
        stage: .inspect,
        reason: "cannot be checked: \(reason), and the server announced no length",
        prospect: .lasting, problem: inspection.exceedsLimit ? .imageLimit : .other)
    }
    for digest in rendition.promised { try check(digest, of: inspection) }
    try check(inspection, width: photo.file.promisedWidth, height: photo.file.promisedHeight)
    try check(inspection, width: rendition.width, height: rendition.height)
  }

  private func check(_ promised: Rendition.Digest, of inspection: Inspection) throws {
    let actual =
      promised.algorithm == .sha256
      ? inspection.sha256 : inspection.digests[promised.algorithm] ?? "not known"
    guard actual == promised.hex.lowercased() else {
      throw PhotoFailure(
        stage: .inspect,
        reason:
          "its \(promised.algorithm.rawValue) is \(actual), but \(promised.hex) was announced",
        prospect: .unkept)
    }
  }

  private func check(_ inspection: Inspection, width: Int?, height: Int?) throws {
    guard inspection.isDecoded, let width, let height, width > 0, height > 0,
      !inspection.isNear(width: width, height: height)
    else { return }
    throw PhotoFailure(
      stage: .inspect,
      reason: "is \(inspection.width)x\(inspection.height), but \(width)x\(height) was announced",
      prospect: .unkept)
  }
}
