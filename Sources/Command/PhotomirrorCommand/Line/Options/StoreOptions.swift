import MirrorCore
import Mirroring

/// The store for a mirror's photos, as a command line names it.
struct StoreOptions: CommandOptions {
  /// Where the bucket's name is in an address.
  enum Addressing: String, CaseIterable, Sendable { case path, host }

  var location: StoreLocation?
  var endpoint: String?
  var region: String?
  var addressing: Addressing?
  var clearTextHost: String?
  var lock: ObjectLock.Mode?
  var retention: Duration?

  static let options =
    Option<StoreOptions>.group(
      .store,
      .optional(
        "store", .store, \.location,
        "Store the photos in s3://BUCKET/PREFIX or webdavs://USER@HOST/PATH, kept for later runs; the "
          + "directory keeps the catalog and unfinished files. The credentials come from "
          + "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY or a profile, or from "
          + "PHOTOMIRROR_WEBDAV_PASSWORD; or from files named by the same with _FILE")) + server
    + locks

  /// How the server is reached.
  static let server = Option<StoreOptions>.group(
    .store,
    .optional(
      "s3-endpoint", .endpoint, \.endpoint,
      "The server's address: http or https, host and port; default AWS_ENDPOINT_URL, or Amazon's"),
    .optional(
      "s3-region", .region, \.region,
      "The bucket's region; default AWS_REGION, or us-east-1"),
    .optional(
      "s3-addressing", .choice, \.addressing,
      "How addresses name the bucket: path (default with another endpoint) or host (default "
        + "for Amazon)"),
    .optional(
      "webdav-clear-text", .host, \.clearTextHost,
      "Send the password to this host of a webdav:// address although others can read it"),
  )

  /// How new photos and sidecars are locked.
  static let locks = Option<StoreOptions>.group(
    .store,
    .optional(
      "s3-lock", .choice, \.lock,
      "Lock new photos and sidecars (S3 Object Lock), kept for later runs; the bucket must allow it"
    ),
    .optional(
      "s3-retain", .time(86_400...ObjectLock.mostDays * 86_400), \.retention,
      "The length of a lock in whole days, like 3650d"),
  )

  /// Of commands that use the store of a mirror, and choose none.
  static let known =
    Option<StoreOptions>.group(
      .store,
      .optional(
        "store", .store, \.location,
        "The store with the mirror's photos, if you have not named it in an earlier run over the "
          + "directory")) + server

  /// The options of a command line that has more of them.
  init(_ parsed: ParsedArguments) throws(UsageError) {
    for given in parsed.options {
      try Self.options.first { $0.syntax.name == given.name }?.set(&self, given.value)
    }
  }

  init() {}

  /// - Throws: ``UsageError`` if the store's options are given without it.
  func chosen() throws(UsageError) -> StoreLocation? {
    guard var location else {
      try Self.refuse(given)
      return nil
    }
    try Self.refuse(given.filter { $0.key != location.optionPrefix })
    location.settings = given[location.optionPrefix] ?? [:]
    location.lock = try chosenLock()
    guard let checked = location.checked else {
      throw UsageError(
        "--webdav-clear-text takes the host of a webdav:// address, which \(location.name) is not")
    }
    return checked
  }

  /// The settings of the server by the prefixes of their options, as far as one is given.
  private var given: [String: [String: String]] {
    let bucket = ["endpoint": endpoint, "region": region, "addressing": addressing?.rawValue]
      .compactMapValues(\.self)
    let isBucket = !bucket.isEmpty || lock != nil || retention != nil
    return [
      "s3-": isBucket ? bucket : nil, "webdav-": clearTextHost.map { ["clear-text": $0] },
    ].compactMapValues(\.self)
  }

  private static func refuse(_ given: [String: [String: String]]) throws(UsageError) {
    guard let prefix = given.keys.min() else { return }
    throw UsageError(
      "options that begin with --\(prefix) need --store"
        + (prefix == "s3-" ? "" : " with such an address"),
      hints: ["a mirror remembers its store with these options"])
  }

  /// Nil if the user says nothing about locks.
  private func chosenLock() throws(UsageError) -> ObjectLock? {
    let days = Int((retention ?? .zero).components.seconds / 86_400)
    guard let lock else {
      guard retention == nil else { throw UsageError("--s3-retain needs --s3-lock") }
      return nil
    }
    guard let chosen = ObjectLock(lock, days: days) else {
      throw UsageError(
        lock == .none
          ? "--s3-lock none has no --s3-retain" : "--s3-lock \(lock.rawValue) needs --s3-retain")
    }
    return chosen
  }
}

extension ValueKind<StoreLocation> {
  fileprivate static let store = ValueKind(
    "ADDRESS", text: \.name,
    parse: { given, label throws(UsageError) in
      if let location = StoreLocation(given) { return location }
      throw UsageError(
        "\(label) takes \(StoreLocation.shapes), not '\(StoreLocation.withoutPassword(given))'",
        hints: StoreLocation.passwordHints(given))
    })
}

extension StoreLocation {
  /// The beginnings of the names of options about the servers of stores.
  static let optionPrefixes = ["s3-", "webdav-"]

  /// Where a password belongs, if a text has one.
  static func passwordHints(_ text: String) -> [String] {
    withoutPassword(text) == text
      ? [] : ["a password is not part of an address: set PHOTOMIRROR_WEBDAV_PASSWORD"]
  }
}

extension ValueKind<String> {
  fileprivate static let endpoint = ValueKind(
    "URL", takes: "an address like https://s3.example.org:9000", text: \.self,
    value: { StoreLocation.setting("endpoint", $0, ofScheme: "s3") })
  fileprivate static let host = ValueKind(
    "HOST", takes: "the name of a host", text: \.self,
    value: { StoreLocation.setting("clear-text", $0, ofScheme: "webdav") })
  fileprivate static let region = ValueKind(
    "REGION", takes: "a region like eu-central-1, or auto", text: \.self,
    value: { StoreLocation.setting("region", $0, ofScheme: "s3") })
}
