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
  /// Nil if no photo is fetched a second time for its connection.
  var suspects: SuspectPhotos?

  /// Downloads a smaller size if the site refuses the wanted one: a site may restrict large sizes to the
  /// owner's friends, or to paid accounts.
  func download(_ photo: ResolvedPhoto) async throws -> FetchedPhoto {
    do {
      return try await current(photo.rendition, of: photo, because: photo.reason)
    } catch let refusal as FetchError where refusal.kind == .status(403) {
      let reason = refusal.isRedirected ? nil : SizeReason(photo.job.photo.sizeLimit) ?? .refused
      for rendition in photo.alternatives {
        do {
          return try await current(
            rendition, of: photo, insteadOf: photo.rendition.label,
            because: reason ?? .linkRefused)
        } catch let error as FetchError where error.isRefusal { continue }
      }
      throw refusal
    }
  }

  /// Downloads a size, and once more if the target of a redirect refuses it: a signed address that has lapsed
  /// is refused like a photo that is not permitted, and a new request of the first address gives a valid one.
  private func current(
    _ rendition: Rendition, of photo: ResolvedPhoto, insteadOf refused: String? = nil,
    because reason: SizeReason
  ) async throws -> FetchedPhoto {
    do {
      return try await download(rendition, of: photo, insteadOf: refused, because: reason)
    } catch let error as FetchError where error.kind == .status(403) && error.isRedirected {
      return try await download(rendition, of: photo, insteadOf: refused, because: reason)
    }
  }

  private func download(
    _ rendition: Rendition, of photo: ResolvedPhoto, insteadOf refused: String?,
    because reason: SizeReason
  ) async throws -> FetchedPhoto {
    let file = try await file(of: rendition, for: photo)
    return FetchedPhoto(
      job: photo.job, part: workspace.part(ofPhoto: photo.job.id), rendition: rendition,
      refusedLabel: refused, file: file, reason: reason, still: await stills.bytes(of: photo.still))
  }

  /// Tries the other addresses of the file if the server does not have it, or sends something else.
  private func file(
    of rendition: Rendition, for photo: ResolvedPhoto
  ) async throws -> DownloadedFile {
    var rest = rendition.fallbacks[...]
    var address = rendition.url
    while true {
      do {
        return try await file(of: rendition, at: address, for: photo)
      } catch let error as FetchError where error.isOfAddress {
        guard let next = rest.popFirst() else { throw error }
        address = next
      } catch let failure as PhotoFailure where failure.prospect == .unkept {
        guard let next = rest.popFirst() else { throw failure }
        address = next
      }
    }
  }

  private func file(
    of rendition: Rendition, at address: String, for photo: ResolvedPhoto
  ) async throws -> DownloadedFile {
    let job = photo.job
    let attempts = photo.attempts.withLock { count in
      count += 1
      return count
    }
    var request = FileRequest(url: address, part: workspace.part(ofPhoto: job.id))
    request.headers = rendition.headers.map { SiteRequest.Header($0.name, $0.value ?? "") }
    request.wantsNewConnection = attempts > 1 || job.isSecondTry
    // A photo that failed before may fail alone, and then says nothing about its host.
    request.waitsOutErrors = !job.isSecondTry
    request.byteCount = rendition.byteCount
    request.hasDigest = !rendition.promised.isEmpty
    request.isVideo = rendition.media == .video
    var file = try await download(request, of: job)
    file.transfer = file.transfer?.counting(attempts: attempts)
    if let trust = file.trust { suspects?.note(job.id, trust) }
    return file
  }

  private var stills: StillReader { StillReader(network: network, placeholders: placeholders) }

  /// Refuses error pages with status 200, which are common, the site's image for unavailable photos, and formats
  /// that are not kept, before a byte of them is stored.
  private func download(_ request: FileRequest, of job: PhotoJob) async throws -> DownloadedFile {
    let refusal = Locked<(reason: String, prospect: PhotoFailure.Prospect)?>(nil)
    var request = request
    let isVideo = request.isVideo
    request.refusing = { [media, formats, placeholders] firstBytes, address in
      if placeholders.contains(where: address.contains) {
        let reason = "the site answers with its image for unavailable photos"
        refusal.withLock { $0 = (reason, .gone) }
        return reason
      }
      do throws(ForeignFile) {
        let format = try media.format(of: firstBytes)
        guard format.isVideo || !isVideo else { return "the site sent an image instead of a video" }
        let reason = formats.refusal(of: format)
        refusal.withLock { $0 = reason.map { ($0, .unwanted) } }
        return reason
      } catch {
        let reason = "the site sent \(error.what) instead of an image"
        if firstBytes.isEmpty { refusal.withLock { $0 = (reason, .unkept) } }
        return reason
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
      guard let (reason, prospect) = refusal.withLock(\.self), error.kind == .refused else {
        throw error
      }
      throw PhotoFailure(stage: .download, reason: reason, prospect: prospect)
    }
  }
}

extension FetchError {
  /// Whether the server has no such file, or denies access to it.
  fileprivate var isRefusal: Bool { [.status(403), .status(404), .status(410)].contains(kind) }

  /// Whether another address of the same file may do better.
  fileprivate var isOfAddress: Bool {
    switch kind {
    case .status, .refused, .privateAddress, .hostDown: !isTransient
    default: false
    }
  }
}

extension TransferFacts {
  fileprivate func counting(attempts: Int) -> TransferFacts {
    TransferFacts(
      attempts: attempts, httpVersion: httpVersion, nameLookup: nameLookup, connected: connected,
      secured: secured, firstByte: firstByte, total: total)
  }
}

/// Which formats are kept: those that are decoded, and so verified, and those that the provider or the caller
/// names.
package struct KeptFormats: Sendable, Hashable {
  private let keepsUndecoded: Bool
  private let named: Set<String>

  /// - Parameter named: Names of formats as ``MediaFormat/name``.
  package init(keepsUndecoded: Bool, named: [String] = []) {
    self.keepsUndecoded = keepsUndecoded
    self.named = Set(named)
  }

  /// Why a file of this format is not kept; nil if it is kept.
  func refusal(of format: MediaFormat) -> String? {
    guard !format.isDecodable, !keepsUndecoded, !named.contains(format.name) else { return nil }
    return "is a file of the format \(format.name), which cannot be checked by decoding"
  }
}
