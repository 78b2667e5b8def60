import ProviderKit

/// An error of Flickr: `{"stat": "fail", "code": 100, "message": "…"}`, or the same in XML.
struct FlickrError {
  let code: Int
  let message: String

  /// Nil if the answer is no error.
  init?(json: JSONValue) {
    guard json["stat"].string == "fail" else { return nil }
    code = json["code"].int ?? 0
    message = json["message"].string ?? ""
  }

  /// Nil if the text is no error: `<rsp stat="fail"><err code="1" msg="Photo not found" /></rsp>`,
  /// which Flickr also sends if JSON was requested.
  init?(xml: String) {
    // Only a text that begins as XML counts: a photo's description may contain anything.
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

extension FlickrError {
  /// The failure for the host, with Flickr's message.
  func failure(of question: FlickrAnswer.Question) -> ProviderFailure {
    let said = message.isEmpty ? "error \(code)" : message
    return ProviderFailure(
      kind(of: question), "flickr says: \(said)", code: code, hint: hint(for: question))
  }

  /// Codes from 95 on have the same meaning for every call, smaller ones depend on the call
  /// (https://www.flickr.com/services/api/); 0 and 201 are undocumented and mean that Flickr is
  /// down.
  private func kind(of question: FlickrAnswer.Question) -> ProviderFailure.Kind {
    switch code {
    case 105, 106, 201: .retryLater
    case 0 where message.lowercased().contains("not currently available"): .retryLater
    case 95...100, 108: .setting
    case 111, 112, 114, 115, 116: .unsupported
    default: kindOfOwnCode(of: question)
    }
  }

  private func kindOfOwnCode(of question: FlickrAnswer.Question) -> ProviderFailure.Kind {
    switch question {
    case .sizes, .details: .photo
    case .listing(.search) where code == 10: .retryLater
    case .listing, .lookup: .source
    }
  }

  private func hint(for question: FlickrAnswer.Question) -> String? {
    switch code {
    case 95: "use https in the setting flickr.endpoint"
    case 96, 97: "check FLICKR_API_SECRET, which belongs to the key, and this computer's clock"
    case 98: "the sign-in is not valid any more: sign in again with photomirror login flickr"
    case 99: "this needs a sign-in, or that of another account: photomirror login flickr"
    case 100: "check FLICKR_API_KEY; keys are made at https://www.flickr.com/services/api/keys/"
    case 111, 112, 114, 115, 116: "check the setting flickr.endpoint"
    default: hintOfOwnCode(for: question)
    }
  }

  static let gone =
    "the account is deleted or private, or never existed; mirrored files are kept"

  private func hintOfOwnCode(for question: FlickrAnswer.Question) -> String? {
    switch question {
    case .lookup(let lookup):
      "use the \(lookup.subject)'s NSID, such as 12345678@N00, or the name in its address; the name "
        + "that Flickr shows is often another"
    case .listing(.user) where [1, 2, 5].contains(code),
      .listing(.favorites) where [1, 2, 5].contains(code):
      FlickrError.gone
    case .listing(.photo) where code == 1: "the photo is deleted or private, or never existed"
    case .listing(.album) where code == 1:
      "an album is named by the number at the end of its address, …/albums/NUMBER"
    default: nil
    }
  }
}
