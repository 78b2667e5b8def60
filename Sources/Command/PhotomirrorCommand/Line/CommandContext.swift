import Images
import Mirroring

/// The environment of a command.
struct CommandContext: Sendable {
  let environment: [String: String]
  /// The server with the catalog of the command's mirror; nil if it is in the mirror's directory.
  var catalog: CatalogChoice?
  var store: StoreChoice?
  /// The processes that decode photos.
  var decoders: DecoderProcesses?

  /// The mirror in a directory, as the command line and the configuration say how to reach it.
  func mirror(_ directory: String) -> Mirror {
    var mirror = Mirror(directory)
    mirror.catalog = catalog?.server
    (mirror.store, mirror.knownStores) = (store?.location, store?.memory)
    mirror.decoders = decoders
    return mirror
  }
}
