/// How an answer is written.
enum AnswerFormat {
  case xml
  case json
  /// JSON as the argument of a call of this function.
  case jsonFunction(String)

  /// By `format`, `nojsoncallback` and `jsoncallback`; XML where nothing is asked.
  init(_ call: Call) throws(CallFailure) {
    switch call["format"] ?? "rest" {
    case "rest": self = .xml
    case "json" where call["nojsoncallback"] == "1": self = .json
    case "json":
      // Only what can be a function's name is written back into the answer.
      let name = call["jsoncallback"] ?? ""
      let isName = !name.isEmpty && name.utf8.allSatisfy(AnswerFormat.isNameByte)
      self = .jsonFunction(isName ? name : "jsonFlickrApi")
    case let other: throw .noFormat(other)
    }
  }

  var contentType: String {
    switch self {
    case .xml: "text/xml; charset=utf-8"
    case .json: "application/json; charset=utf-8"
    case .jsonFunction: "text/javascript; charset=utf-8"
    }
  }

  /// The answer's bytes.
  func write(_ answer: Answer) -> [UInt8] {
    var output: [UInt8] = []
    switch self {
    case .xml:
      output.append(contentsOf: "<?xml version=\"1.0\" encoding=\"utf-8\" ?>\n".utf8)
      AnswerFormat.xmlRoot(answer).appendXML(to: &output)
    case .json: AnswerFormat.jsonRoot(answer).appendJSON(to: &output)
    case .jsonFunction(let name):
      output.append(contentsOf: "\(name)(".utf8)
      AnswerFormat.jsonRoot(answer).appendJSON(to: &output)
      output.append(UInt8(ascii: ")"))
    }
    return output
  }

  private static func xmlRoot(_ answer: Answer) -> Element {
    switch answer {
    case .ok(let element):
      return Element("rsp", [.attribute("stat", .text("ok")), .child(element)])
    case .failed(let failure):
      let error = Element("err", members(of: failure, message: "msg"))
      return Element("rsp", [.attribute("stat", .text("fail")), .child(error)])
    }
  }

  private static func jsonRoot(_ answer: Answer) -> Element {
    switch answer {
    case .ok(let element): Element("", [.child(element), .attribute("stat", .text("ok"))])
    case .failed(let failure):
      Element(
        "", [.attribute("stat", .text("fail"))] + members(of: failure, message: "message"))
    }
  }

  private static func members(of failure: CallFailure, message: String) -> [Element.Part] {
    [
      .attribute("code", .number(failure.code)),
      .attribute(message, .text(failure.message)),
    ]
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."),
      UInt8(ascii: "$"):
      true
    default: false
    }
  }
}
