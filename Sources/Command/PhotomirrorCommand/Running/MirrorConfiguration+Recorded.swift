import Console
import Mirroring
import ProviderKit
import ProviderLoader

extension MirrorConfiguration {
  /// Leaves out the secrets that would be sent to a host of the source's choice: the catalog names the source, and may
  /// come from somebody else. Writes a warning for each.
  mutating func dropSecretsOfOtherHosts(for directory: String) {
    let kept = provider.manifest.secretsOfFixedHosts
    for name in secrets.keys.sorted() where !kept.contains(name) {
      secrets[name] = nil
      query.secrets.remove(name)
      Message(
        .warning,
        "\(provider.manifest.name).\(name) is not used for \(source), which the catalog names",
        hints: ["'photomirror sync \(source) \(directory)' uses it"]
      ).write()
    }
  }
}

extension Manifest {
  /// The secret settings that are sent to the same hosts whatever the source: those that the manifest names, and those of
  /// the providers that belong to the command.
  fileprivate var secretsOfFixedHosts: Set<String> {
    let isShipped = ShippedProviders.names.contains(name)
    return Set(settings.filter { $0.isSecret && (isShipped || !$0.hosts.isEmpty) }.map(\.name))
  }
}
