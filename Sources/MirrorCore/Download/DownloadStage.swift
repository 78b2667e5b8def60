import Locking
import ProviderKit

/// The download stage: downloads a photo to the local disk, resuming a part file of an earlier run.
struct DownloadStage: Sendable {
  let network: any Network
  let workspace: any Workspace
  let media: any MediaInspector
  /// Parts of final addresses that mean "not available", from the provider's manifest.
  let placeholders: [String]
  let formats: KeptFormats
  let announcer: Announcer

  /// Downloads a smaller size if the site refuses the wanted one: a site may restrict large sizes to the
  /// owner's friends, or to paid accounts.
  func download(_ photo: ResolvedPhoto) async throws -> FetchedPhoto {
    do {
      return try await download(photo.rendition, of: photo)
    } catch let refusal as FetchError where refusal.kind == .status(403) {
      for rendition in photo.alternatives {
        do {
          var fetched = try await download(rendition, of: photo)
          fetched.refusedLabel = photo.rendition.label
          return fetched
        } catch let error as FetchError where error.isRefusal { continue }
      }
      throw refusal
    }
  }

  private func download(
    _ rendition: Rendition, of photo: ResolvedPhoto
  ) async throws -> FetchedPhoto {
    let job = photo.job
    let attempts = photo.attempts.withLock { count in
      count += 1
      return count
    }
    let part = workspace.part(ofPhoto: job.id)
    var request = FileRequest(url: rendition.url, part: part)
    request.wantsNewConnection = attempts > 1 || job.isSecondTry
    request.byteCount = rendition.byteCount
    request.hasDigest = rendition.digest != nil
    var file = try await download(request, of: job)
    file.transfer = file.transfer?.counting(attempts: attempts)
    if placeholders.contains(where: file.effectiveURL.contains) {
      try await workspace.discardParts(ofPhotos: [job.id])
      throw PhotoFailure(
        stage: .download, reason: "the site answers with its picture for unavailable photos",
        prospect: .gone)
    }
    return FetchedPhoto(job: job, part: part, rendition: rendition, file: file)
  }

  /// Refuses error pages with status 200, which are common, and formats that are not kept, before a byte of
  /// them is stored.
  private func download(_ request: FileRequest, of job: PhotoJob) async throws -> DownloadedFile {
    let unkept = Locked<String?>(nil)
    var request = request
    request.refusing = { [media, formats] firstBytes in
      do throws(ForeignFile) {
        let reason = formats.refusal(of: try media.format(of: firstBytes))
        unkept.withLock { $0 = reason }
        return reason
      } catch {
        return "the site sent \(error.what) instead of an image"
      }
    }
    let facts = job.facts
    do {
      return try await network.download(request) { [announcer] progress in
        announcer.announce(
          .progressed(
            ProgressFacts(
              photo: facts, received: progress.received, expected: progress.expected)))
      }
    } catch {
      guard let reason = unkept.withLock(\.self), error.kind == .refused else { throw error }
      throw PhotoFailure(stage: .download, reason: reason, prospect: .unwanted)
    }
  }
}

extension FetchError {
  /// Whether the server has no such file, or denies access to it.
  fileprivate var isRefusal: Bool { [.status(403), .status(404), .status(410)].contains(kind) }
}

extension TransferFacts {
  fileprivate func counting(attempts: Int) -> TransferFacts {
    TransferFacts(
      attempts: attempts, httpVersion: httpVersion, nameLookup: nameLookup, connected: connected,
      secured: secured, firstByte: firstByte, total: total)
  }
}
