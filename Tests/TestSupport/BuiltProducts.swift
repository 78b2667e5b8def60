import Foundation

/// Where the executables and modules that were built together with the tests stand.
package enum BuiltProducts {
  /// The folder of the running test program: all products of one build stand beside each other.
  package static let directory =
    Bundle.main.executableURL?.resolvingSymlinksInPath()
    .deletingLastPathComponent().path ?? "."

  /// The path of a product, for example `FlickrServer` or `libFlickrProvider.so`.
  package static func path(_ name: String) -> String { directory + "/" + name }
}
