/// Paths of a configuration: absolute, or below the user's home.
package struct HomePath: Sendable {
  /// Absolute; nil if it is unknown.
  private let home: String?

  package init(home: String?) { self.home = home.flatMap { $0.hasPrefix("/") ? $0 : nil } }

  /// Nil if `path` is relative, or if it begins with `~` and the home is unknown. `~NAME` is relative.
  package func absolute(_ path: String) -> String? {
    if path.hasPrefix("/") { return path }
    guard path == "~" || path.hasPrefix("~/"), let home else { return nil }
    return home + path.dropFirst()
  }

  /// The configuration file: the variable `PHOTOMIRROR_CONFIG`, or `photomirror/config.toml` in the user's
  /// folder (XDG Base Directory Specification, which ignores relative paths); nil if there is no such folder.
  package static func configuration(in environment: [String: String]) -> String? {
    if let path = environment["PHOTOMIRROR_CONFIG"], !path.isEmpty { return path }
    let folder = [environment["XDG_CONFIG_HOME"], environment["HOME"].map { "\($0)/.config" }]
      .compactMap(\.self).first { $0.hasPrefix("/") }
    return folder.map { "\($0)/photomirror/config.toml" }
  }
}
