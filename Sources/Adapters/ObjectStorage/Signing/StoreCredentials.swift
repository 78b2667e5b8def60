import Foundation
import MirrorCore
import SystemCalls

/// The key with which requests to an object store are signed. No message shows it.
package struct StoreCredentials: Sendable, Hashable {
  /// The part that names the key, which is sent with each request.
  let accessKey: String
  /// The part that signs, which is never sent.
  package let secret: String
  /// Of temporary credentials.
  package let sessionToken: String?

  package init(accessKey: String, secret: String, sessionToken: String? = nil) {
    (self.accessKey, self.secret, self.sessionToken) = (accessKey, secret, sessionToken)
  }

  /// What no message may show.
  package var secrets: [String] { [secret] + [sessionToken].compactMap(\.self) }
}

extension StoreCredentials: CustomStringConvertible, CustomReflectable {
  package var description: String { "credentials" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The environment of an object store, as other programs for S3 read it: `AWS_ACCESS_KEY_ID` and its like, the
/// same names with `_FILE` for files that hold the values, and the profiles in `~/.aws`.
package struct StoreEnvironment: Sendable {
  private let variables: [String: String]

  package init(_ variables: [String: String]) { self.variables = variables }

  /// `AWS_REGION`, `AWS_DEFAULT_REGION` or the region of the profile, the first that is set; nil if none is. Reads a
  /// file.
  package var region: String? {
    value("AWS_REGION") ?? value("AWS_DEFAULT_REGION") ?? configuration["region"]
  }

  /// `AWS_ENDPOINT_URL_S3`, `AWS_ENDPOINT_URL` or the endpoint of the profile, the first that is set; nil if none is.
  /// Reads a file.
  package var endpoint: String? {
    value("AWS_ENDPOINT_URL_S3") ?? value("AWS_ENDPOINT_URL") ?? configuration["endpoint_url"]
  }

  /// Reads the files anew. Blocks.
  /// - Throws: ``MirrorError`` that names what is missing.
  package func credentials() throws(MirrorError) -> StoreCredentials {
    let key = try secret("AWS_ACCESS_KEY_ID")
    let word = try secret("AWS_SECRET_ACCESS_KEY")
    if let key, let word {
      return StoreCredentials(
        accessKey: key, secret: word, sessionToken: try secret("AWS_SESSION_TOKEN"))
    }
    guard key == nil, word == nil else {
      let missing = key == nil ? "AWS_ACCESS_KEY_ID" : "AWS_SECRET_ACCESS_KEY"
      throw .directory("the environment has no \(missing)", .storeCredentials)
    }
    let path = value("AWS_SHARED_CREDENTIALS_FILE") ?? home + "/.aws/credentials"
    let entries = ProfileFile(path)?.entries(of: profile) ?? [:]
    guard let key = entries["aws_access_key_id"], let word = entries["aws_secret_access_key"] else {
      throw .directory(
        "there are no credentials for the object store in the environment, nor in the profile "
          + "\(profile) of \(path)", .storeCredentials)
    }
    return StoreCredentials(
      accessKey: key, secret: word, sessionToken: entries["aws_session_token"])
  }

  private var profile: String { value("AWS_PROFILE") ?? "default" }
  private var home: String { value("HOME") ?? NSHomeDirectory() }

  /// The profile of the configuration file, whose sections other than the default's begin with a word.
  private var configuration: [String: String] {
    let file = ProfileFile(value("AWS_CONFIG_FILE") ?? home + "/.aws/config")
    return file?.entries(of: profile == "default" ? profile : "profile \(profile)") ?? [:]
  }

  /// An empty variable is not set.
  private func value(_ name: String) -> String? {
    variables[name].map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      .flatMap { $0.isEmpty ? nil : $0 }
  }

  private func secret(_ name: String) throws(MirrorError) -> String? {
    guard let path = value(name + "_FILE") else { return value(name) }
    guard value(name) == nil else {
      throw .directory("\(name) and \(name)_FILE are both set", .storeCredentials)
    }
    guard let text = ProfileFile.text(path)?.trimmingCharacters(in: .whitespacesAndNewlines),
      !text.isEmpty, !text.contains(where: \.isNewline)
    else {
      throw .directory("\(name)_FILE: \(path) does not hold one line of text", .storeCredentials)
    }
    return text
  }
}
