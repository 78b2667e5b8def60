/// A version of a library with a fault that matters here, as its makers or the CVE list describe it.
struct LibraryFault: Sendable, Hashable {
  /// As in ``LinkedLibrary``.
  let library: String
  /// The first version with it; nil: all.
  var since: String?
  /// The first version of the makers without it.
  let fixed: String
  let what: String
  let source: String
  /// Versions of Debian's package with the correction in an older library: `1.6.39-2+deb12u1`.
  let corrected: [String]

  /// Debian's are from the packages' changelogs.
  static let known = [
    LibraryFault(
      library: "libcurl", since: "7.69.0", fixed: "8.4.0",
      what: "a SOCKS5 proxy and a long host name overflow the heap",
      source: "CVE-2023-38545, https://curl.se/docs/CVE-2023-38545.html",
      corrected: ["7.88.1-10+deb12u4"]),
    LibraryFault(
      library: "OpenSSL", since: "3.0.0", fixed: "3.0.7",
      what: "a server's certificate overflows a buffer",
      source: "CVE-2022-3602, https://openssl-library.org/news/vulnerabilities/", corrected: []),
    LibraryFault(
      library: "libpng", fixed: "1.6.51", what: "a picture overflows the heap",
      source: "CVE-2025-65018, http://www.libpng.org/pub/png/libpng.html",
      corrected: ["1.6.39-2+deb12u1", "1.6.48-1+deb13u1"]),
    LibraryFault(
      library: "libwebp", fixed: "1.3.2", what: "a picture overflows the heap",
      source: "CVE-2023-4863", corrected: ["1.2.4-0.2+deb12u1"]),
    LibraryFault(
      library: "libheif", fixed: "1.18.0", what: "a picture makes it read and write out of bounds",
      source: "CVE-2024-41311", corrected: ["1.15.1-1+deb12u1"]),
    LibraryFault(
      library: "libtiff", fixed: "4.7.0", what: "a picture ends the decoder",
      source: "CVE-2024-7006", corrected: ["4.5.0-6+deb12u2"]),
    LibraryFault(
      library: "expat", fixed: "2.6.3", what: "a feed overflows an integer",
      source: "CVE-2024-45492", corrected: ["2.5.0-1+deb12u1"]),
    LibraryFault(
      library: "SQLite", fixed: "3.50.2", what: "SQL with many terms corrupts memory",
      source: "CVE-2025-6965, https://www.sqlite.org/cves.html",
      corrected: ["3.40.1-2+deb12u2", "3.46.1-7"]),
    LibraryFault(
      library: "libarchive", fixed: "3.8.0", what: "an archive frees memory twice",
      source: "CVE-2025-5914", corrected: ["3.6.2-1+deb12u3"]),
  ]

  /// Whether a version has the fault.
  /// - Parameter package: The version of Debian's package, if it is known.
  func affects(_ version: String, package: String?) -> Bool {
    if let since, VersionOrder.isLess(version, since) { return false }
    guard VersionOrder.isLess(version, fixed) else { return false }
    guard let package = package.map(VersionOrder.withoutEpoch) else { return true }
    return !corrected.contains { corrected in
      let isSameLibrary = VersionOrder.upstream(corrected) == VersionOrder.upstream(package)
      return isSameLibrary && !VersionOrder.isLess(package, corrected)
    }
  }
}
