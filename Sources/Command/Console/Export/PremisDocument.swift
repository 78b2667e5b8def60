import Foundation
import MirrorCore

/// The photos' files and what happened to them, in PREMIS 3.0 (http://www.loc.gov/premis/v3): all objects, then all
/// events, then the program, which is the order of the schema.
enum PremisDocument {
  static let head = [
    #"<?xml version="1.0" encoding="UTF-8"?>"#,
    #"<premis xmlns="http://www.loc.gov/premis/v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" "#
      + #"version="3.0">"#,
  ]

  static let foot = [
    "<agent>" + identifier("agent", type: "program", "photomirror")
      + "<agentName>photomirror</agentName><agentType>software</agentType></agent>", "</premis>",
  ]

  static func object(_ exported: ExportedPhoto) -> String {
    #"<object xsi:type="file">"# + identifier("object", type: "path", exported.path)
      + identifier("object", type: exported.photo.site ?? "site", exported.photo.id)
      + "<objectCharacteristics><fixity>" + element("messageDigestAlgorithm", "SHA-256")
      + element("messageDigest", exported.sha256) + "</fixity>"
      + element("size", "\(exported.byteCount)")
      + "<format><formatDesignation>" + element("formatName", exported.format)
      + "</formatDesignation></format></objectCharacteristics></object>"
  }

  static func events(of exported: ExportedPhoto) -> [String] {
    exported.history.enumerated().map { number, event in
      let outcome = event.problem == nil ? "success" : "fail"
      let note = event.problem.map { element("eventOutcomeDetailNote", $0.rawValue) }
      return "<event>" + identifier("event", type: "path", "\(exported.path)#\(number + 1)")
        + element("eventType", event.kind.type) + element("eventDateTime", date(event.at))
        + "<eventDetailInformation>" + element("eventDetail", event.text)
        + "</eventDetailInformation><eventOutcomeInformation>" + element("eventOutcome", outcome)
        + (note.map { "<eventOutcomeDetail>\($0)</eventOutcomeDetail>" } ?? "")
        + "</eventOutcomeInformation>"
        + identifier("linkingAgent", type: "program", "photomirror")
        + identifier("linkingObject", type: "path", exported.path) + "</event>"
    }
  }

  private static func identifier(_ name: String, type: String, _ value: String) -> String {
    "<\(name)Identifier>" + element("\(name)IdentifierType", type)
      + element("\(name)IdentifierValue", value) + "</\(name)Identifier>"
  }

  private static func element(_ name: String, _ text: String) -> String {
    "<\(name)>\(escaped(text))</\(name)>"
  }

  /// Characters that XML cannot contain (XML 1.0, section 2.2) are replaced.
  private static func escaped(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar in
      let isAllowed = scalar.value >= 0x20 || "\t\n\r".unicodeScalars.contains(scalar)
      return isAllowed && ![0xFFFE, 0xFFFF].contains(scalar.value) ? Character(scalar) : "\u{FFFD}"
    }
    return String(scalars).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;")
  }

  private static func date(_ seconds: Int64) -> String {
    Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
  }
}

extension PhotoEvent {
  /// For people.
  fileprivate var text: String { kind.rawValue + (detail.map { ": \($0)" } ?? "") }
}

extension PhotoEvent.Kind {
  /// The word of http://id.loc.gov/vocabulary/preservation/eventType.
  fileprivate var type: String {
    switch self {
    case .stored: "capture"
    case .checked: "fixity check"
    case .replaced: "replacement"
    case .edited: "modification"
    case .trashed: "deaccession"
    case .deleted: "deletion"
    case .restored: "accession"
    case .renamed: "filename change"
    case .repaired: "recovery"
    }
  }
}
