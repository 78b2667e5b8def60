import Locking
import ProviderKit

/// The hosts to which the values of secret settings are sent: those that the manifest names for a setting, or
/// else the origin of the provider's first request, which was made before anything was answered. An answer can
/// thus not name a host that gets a secret, such as the address of a next page.
final class SecretHosts: Sendable {
  private let settings: [Manifest.Setting]
  /// Nil before the first request.
  private let first = Locked<WebOrigin?>(nil)

  /// - Parameter names: The secret settings that have a value.
  init(_ manifest: Manifest, names: Set<String>) {
    settings = manifest.settings.filter { $0.isSecret && names.contains($0.name) }
  }

  /// Whether a request sends secrets, so that ``check(_:)`` needs the first request.
  func concern(_ request: RequestDescription) -> Bool { !sent(by: request).isEmpty }

  /// Whether the first request is known.
  var isSettled: Bool { first.withLock { $0 != nil } }

  /// Records the first request; later ones are ignored.
  func note(first url: String) {
    first.withLock { $0 = $0 ?? WebOrigin(url) }
  }

  /// - Throws: ``ProviderFailure`` that names the host, if a secret would be sent to it.
  func check(_ request: RequestDescription) throws(ProviderFailure) {
    let target = WebOrigin(request.url)
    for setting in sent(by: request) {
      let allowed =
        setting.hosts.isEmpty
        ? [first.withLock(\.self)].compactMap(\.self)
        : setting.hosts.compactMap(WebOrigin.init(host:))
      if let target, allowed.contains(target) { continue }
      let place = target?.text ?? "\"\(request.url.cleaned(to: 80))\""
      let hosts = allowed.map(\.text).joined(separator: ", ")
      throw ProviderFailure(
        .malformed,
        "the secret setting \"\(setting.name)\" is not sent to \(place)"
          + (hosts.isEmpty ? "" : ", only to \(hosts)"))
    }
  }

  private func sent(by request: RequestDescription) -> [Manifest.Setting] {
    guard !settings.isEmpty else { return [] }
    let own = (request.parameters + request.headers).compactMap(\.setting)
    let names = own + (request.authorization?.settings ?? [])
    return settings.filter { names.contains($0.name) }
  }
}

/// Scheme, host and port of an address.
package struct WebOrigin: Sendable, Hashable {
  /// `https://example.org:443`
  private let full: String

  /// Nil if it is not an http or https address, or one that parsers could read differently: with a user name,
  /// a backslash or an encoded character before the path.
  package init?(_ url: String) {
    let lowered = url.lowercased()
    guard let scheme = ["http", "https"].first(where: { lowered.hasPrefix($0 + "://") }) else {
      return nil
    }
    let authority = lowered.dropFirst(scheme.count + 3).prefix { !"/?#".contains($0) }
    guard !authority.isEmpty, !authority.contains(where: { "@\\%".contains($0) || $0.isWhitespace })
    else { return nil }
    let end = authority.lastIndex(of: "]") ?? authority.startIndex
    let hasPort = authority[end...].contains(":")
    full = "\(scheme)://\(authority)" + (hasPort ? "" : scheme == "https" ? ":443" : ":80")
  }

  /// An entry of ``Manifest/Setting/hosts``: a host, which is meant with https, or an origin.
  init?(host: String) { self.init(host.contains("://") ? host : "https://\(host)") }

  /// As a message shows it: without the usual port.
  package var text: String {
    for (scheme, port) in [("https://", ":443"), ("http://", ":80")]
    where full.hasPrefix(scheme) && full.hasSuffix(port) {
      return String(full.dropLast(port.count))
    }
    return full
  }
}
