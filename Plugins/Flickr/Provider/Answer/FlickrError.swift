import ProviderKit

/// What Flickr says went wrong: `{"stat": "fail", "code": 100, "message": "…"}`, or the same in XML.
struct FlickrError {
  let code: Int
  let message: String

  /// Nil where the answer is no failure.
  init?(json: JSONValue) {
    guard json["stat"].string == "fail" else { return nil }
    code = json["code"].int ?? 0
    message = json["message"].string ?? ""
  }

  /// Nil where the text is no failure: `<rsp stat="fail"><err code="1" msg="Photo not found" /></rsp>`,
  /// which Flickr also sends when JSON was asked for.
  init?(xml: String) {
    // A photo's description may hold anything, so XML is what begins like it.
    guard xml.first(where: { !$0.isWhitespace }) == "<", xml.prefix(1024).contains("<rsp"),
      let element = xml.firstRange(of: "<err ")
    else {
      return nil
    }
    let attributes = xml[element.upperBound...].prefix(4096)
    code = FlickrError.attribute("code", in: attributes).flatMap { Int($0) } ?? 0
    message = FlickrError.attribute("msg", in: attributes).map(String.init) ?? ""
  }

  private static func attribute(_ name: String, in text: Substring) -> Substring? {
    guard let start = text.firstRange(of: "\(name)=\"")?.upperBound else { return nil }
    return text[start...].prefix { $0 != "\"" }
  }
}
