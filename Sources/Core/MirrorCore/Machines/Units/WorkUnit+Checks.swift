import Foundation
import ProviderKit
import SystemCalls

extension WorkUnit {
  /// A unit whose members can be used: it may have been written by a stranger.
  func checked() throws(Flaw) -> WorkUnit {
    let flaw = { (reason: String) in Flaw(reason: reason, id: id) }
    var checked = self
    if let name {
      guard Self.isPath(name) else {
        throw flaw("its name is not a path within the store")
      }
    }
    guard digest == nil || promisedDigest != nil else {
      throw flaw("its digest is not md5:HEX, sha1:HEX or sha256:HEX")
    }
    for number in [width, height].compactMap(\.self) where !(0...1_000_000).contains(number) {
      throw flaw("\(number) pixels are not possible")
    }
    try checkLimits()
    guard bytes.map({ $0 >= 0 }) ?? true else { throw flaw("its length is negative") }
    var photo = self.photo ?? Photo(id: id, site: site, owner: "")
    (photo.id, photo.site) = (id, site ?? photo.site)
    photo.renditions = [rendition] + (smaller ?? []) + [still].compactMap(\.self)
    do {
      var valid = try photo.checked()
      checked.smaller = smaller.map {
        Array(valid.renditions.dropFirst().prefix(min(7, $0.count)))
      }
      valid.renditions = []
      checked.photo = self.photo.map { _ in valid }
    } catch {
      throw flaw(error.message)
    }
    return checked
  }

  private static let mostLimits = 8
  /// A lower rate would let transfers stall.
  private static let leastRate = 10_000

  private func checkLimits() throws(Flaw) {
    let flaw = { (reason: String) in Flaw(reason: reason, id: id) }
    guard limits?.count ?? 0 <= Self.mostLimits else {
      throw flaw("it has more than \(Self.mostLimits) limits")
    }
    for limit in limits ?? [] {
      do { try limit.check(settings: []) } catch { throw flaw(error.message) }
      guard limit.bytesPerSecond ?? .max >= Self.leastRate else {
        throw flaw("it has a limit of less than \(Self.leastRate) bytes a second")
      }
    }
  }

  /// The addresses that are limited, with their limits.
  package var limitedAddresses: [(address: String, limit: SiteLimit)] {
    guard let limits else { return [] }
    let addresses = [address] + (smaller ?? []).map(\.url) + [still?.url].compactMap(\.self)
    return addresses.flatMap { address in
      limits.filter { $0.holds(for: address) }.map { (address, $0) }
    }
  }

  /// The file that the unit asks for.
  package var rendition: Rendition {
    Rendition(
      label: label ?? "file", url: address, width: width, height: height, byteCount: bytes,
      digest: promisedDigest, media: video ?? false ? .video : nil)
  }

  private var promisedDigest: Rendition.Digest? {
    guard let parts = digest?.split(separator: ":", omittingEmptySubsequences: false),
      parts.count == 2, let algorithm = Rendition.Digest.Algorithm(rawValue: String(parts[0])),
      parts[1].utf8.count == algorithm.digits, parts[1].allSatisfy(\.isHexDigit)
    else { return nil }
    return Rendition.Digest(algorithm, hex: parts[1].lowercased())
  }

  /// Where the file is stored, without its extension.
  package var stem: String { name ?? FileStem(of: described).path }

  /// The photo with what is known of it.
  var described: Photo { photo ?? Photo(id: id, site: site, owner: "") }

  /// Identifies the unit's part file in every process: the same for the same photo in the same place.
  var number: Int64 {
    var hash = StableHash()
    for text in [site ?? "", id, stem] { hash.combine(text) }
    return Int64(bitPattern: hash.value & 0x7FFF_FFFF_FFFF_FFFF)
  }

  private static func isPath(_ name: String) -> Bool {
    (1...800).contains(name.utf8.count)
      && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      && name.isPlainPath && name.pathParts.allSatisfy { $0.utf8.count <= 200 }
  }
}

extension Rendition.Digest.Algorithm {
  /// Hexadecimal digits of a digest.
  fileprivate var digits: Int {
    switch self {
    case .md5: 32
    case .sha1: 40
    case .sha256: 64
    }
  }
}

extension SiteLimit {
  /// Whether it holds for the transfers of a file's address.
  func holds(for address: String) -> Bool {
    guard let host = host?.lowercased() else { return true }
    guard let name = URL(string: address)?.host()?.lowercased() else { return false }
    return name == host || name.hasSuffix(".\(host)")
  }
}
