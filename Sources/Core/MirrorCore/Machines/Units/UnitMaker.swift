import ProviderKit

/// Makes units of a listing's photos.
package struct UnitMaker: Sendable {
  private let resolve: ResolveStage
  private let names: NameTemplate
  private let manifest: Manifest

  /// - Parameters:
  ///   - client: For photos whose listing gives no address.
  ///   - thumbnailEdge: For the choice of a video's still; nil for no thumbnails.
  package init(
    client: SiteClient, size: SizePolicy, thumbnailEdge: Int?, names: NameTemplate
  ) {
    resolve = ResolveStage(client: client, size: size, thumbnailEdge: thumbnailEdge)
    (self.names, manifest) = (names, client.provider.manifest)
  }

  /// - Throws: ``UnitFailure`` if the photo has no address, ``MirrorError`` if none can be asked for, or
  ///   `CancellationError`.
  package func unit(of photo: Photo) async throws -> WorkUnit {
    let job = PhotoJob(photo: photo, id: 0, stem: "", isSecondTry: false)
    let resolved: ResolvedPhoto
    do {
      resolved = try await resolve.resolve(job)
    } catch let error as CancellationError {
      throw error
    } catch {
      throw UnitFailure(reason: try PhotoFailure(error, at: .resolve).reason)
    }
    let chosen = resolved.rendition
    var metadata = photo
    metadata.renditions = []
    let digest = chosen.digest.map { "\($0.algorithm.rawValue):\($0.hex)" }
    return WorkUnit(
      id: photo.id, site: photo.site, provider: manifest.name,
      name: FileStem(of: photo, names).path, address: chosen.url, label: chosen.label,
      width: chosen.width, height: chosen.height, bytes: chosen.byteCount, digest: digest,
      video: chosen.media == .video ? true : nil,
      smaller: resolved.alternatives.isEmpty ? nil : resolved.alternatives, still: resolved.still,
      placeholders: manifest.placeholders.isEmpty ? nil : manifest.placeholders,
      formats: manifest.formats.isEmpty ? nil : manifest.formats,
      limits: limits(of: chosen.url), photo: metadata)
  }

  private func limits(of address: String) -> [SiteLimit]? {
    let limits = manifest.limits.filter {
      ($0.width != nil || $0.bytesPerSecond != nil) && $0.holds(for: address)
    }
    return limits.isEmpty ? nil : limits
  }
}

/// Why a photo has no unit.
package struct UnitFailure: Error, Sendable {
  /// A sentence in lower case without a period.
  package let reason: String
}
