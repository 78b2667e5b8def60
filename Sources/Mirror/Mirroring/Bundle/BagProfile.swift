import MirrorCore
import ProviderKit

/// What an archive asks of a bag: a BagIt profile (https://bagit-profiles.github.io/bagit-profiles-specification/,
/// version 1.3 or 1.4), as JSON.
public struct BagProfile: Sendable, Hashable {
  private let profile: JSONValue

  /// - Throws: ``MirrorError`` if the text is not a profile, or if one of its texts has a line break or another control
  ///   character: a bag's files have a line for each text.
  public init(_ text: String) throws(MirrorError) {
    guard let value = try? JSONValue(parsing: text),
      case let info = value["BagIt-Profile-Info"], !info.isNull
    else { throw .directory("it is not a BagIt profile: it has no BagIt-Profile-Info") }
    guard value.isOneLine else {
      throw .directory("a text of the BagIt profile has a line break or another control character")
    }
    profile = value
  }

  /// The address by which a bag names its profile; nil if it states none.
  var identifier: String? { profile["BagIt-Profile-Info"]["BagIt-Profile-Identifier"].string }

  /// What a bag lacks, or must not have, each as a sentence in lower case without a period.
  /// - Parameters:
  ///   - info: With what is known when the bag is finished.
  ///   - digests: The names of its manifests' algorithms.
  ///   - files: The names of its tag files.
  ///   - isTar: Whether it is a tar archive.
  func problems(
    _ info: BagInfo, digests: [String], files: [String], isTar: Bool = false
  ) -> [String] {
    infoProblems(info)
      + listProblems("Manifests", digests, "a manifest of")
      + listProblems("Tag-Manifests", digests, "a tag manifest of")
      + listProblems("Tag-Files", files, "the tag file")
      + versionProblems + serializationProblems(isTar)
  }

  private func infoProblems(_ info: BagInfo) -> [String] {
    guard case .object(let rules) = profile["Bag-Info"] else { return [] }
    return rules.all.sorted { $0.key < $1.key }.flatMap { label, rule -> [String] in
      let values = info.values(label)
      if values.isEmpty {
        return rule["required"].bool == true ? ["it needs '\(label): …'"] : []
      }
      let allowed = rule["values"].array.compactMap(\.string)
      var problems = values.filter { !allowed.isEmpty && !allowed.contains($0) }.map {
        "\(label) must be one of \(allowed.joined(separator: ", ")), not \($0)"
      }
      if rule["repeatable"].bool == false, values.count > 1 {
        problems.append("\(label) must not be repeated")
      }
      return problems
    }
  }

  private func listProblems(_ key: String, _ own: [String], _ what: String) -> [String] {
    let required = profile["\(key)-Required"].array.compactMap(\.string)
    let allowed = profile["\(key)-Allowed"].array.compactMap(\.string)
    let missing = required.filter { !own.contains($0) }.map { "it needs \(what) \($0)" }
    // A pattern of names of tag files is for files besides those of the standard.
    guard key != "Tag-Files", !allowed.isEmpty else { return missing }
    return missing
      + own.filter { !allowed.contains($0) }.map { "it must not have \(what) \($0)" }
  }

  private var versionProblems: [String] {
    let versions = profile["Accept-BagIt-Version"].array.compactMap(\.string)
    return versions.isEmpty || versions.contains("1.0")
      ? [] : ["it takes only BagIt \(versions.joined(separator: ", ")), not 1.0"]
  }

  private func serializationProblems(_ isTar: Bool) -> [String] {
    let rule = profile["Serialization"].string
    guard isTar else { return rule == "required" ? ["it takes only bags in one file"] : [] }
    guard rule != "forbidden" else { return ["it takes no bag in one file"] }
    let formats = profile["Accept-Serialization"].array.compactMap(\.string)
    let isAccepted =
      formats.isEmpty || !Set(["application/tar", "application/x-tar"]).isDisjoint(with: formats)
    return isAccepted ? [] : ["it takes only bags as \(formats.joined(separator: ", "))"]
  }
}

extension JSONValue {
  /// Whether no text in it, and no key, has a line break or another control character.
  fileprivate var isOneLine: Bool {
    switch self {
    case .string(let text): text.isOneLine
    case .array(let values): values.allSatisfy(\.isOneLine)
    case .object(let members): members.all.allSatisfy { $0.key.isOneLine && $0.value.isOneLine }
    default: true
    }
  }
}
