import CExpat
import ProviderKit

/// Why a feed cannot be read.
struct FeedFault: Error {
  let failure: ProviderFailure
  /// Whether it exceeds a limit, or declares what is not supported; otherwise it is not XML or not a feed, and
  /// corrections may help.
  let isRefusal: Bool
}

/// Parses XML with expat (https://libexpat.github.io/doc/api/latest/).
///
/// Expat fetches nothing: no external entity and no DTD. A feed that declares entities, elements or
/// attributes is refused before expat processes the declarations: nested entities overflow the
/// stack (CVE-2024-8176), and default attributes take quadratic time. Used on one thread, for one
/// call.
final class ExpatParser {
  /// Memory limit of expat in bytes.
  private static let memoryLimit = 32 << 20

  let parser: XML_Parser
  private var builder: XMLTreeBuilder
  private var home: Home?
  private var failure: ProviderFailure?
  private let text: String

  /// What was read of a feed.
  struct Reading {
    /// The feed without its items.
    let root: XMLElement
    /// Whether it is complete; there may be text behind its end.
    var isComplete = true
    /// Why not all of the text was read, with the line.
    var fault: String?
  }

  /// Parses a feed and passes each of its items to `take`.
  /// - Throws: ``FeedFault``, with expat's message and the line.
  static func read(
    _ text: String, at address: FeedAddress, take: @escaping (XMLElement) -> Void
  ) throws(FeedFault) -> Reading {
    // Generated pages often begin with an empty line, which is not allowed before an XML
    // declaration.
    let isBlank = { (scalar: Unicode.Scalar) in
      scalar.properties.isWhitespace || scalar == "\u{FEFF}"
    }
    let blank = text.unicodeScalars.prefix(while: isBlank)
    let builder = XMLTreeBuilder(at: address, take: take)
    let expat = try ExpatParser(String(text[blank.endIndex...]), builder)
    return try expat.read(after: blank.count { $0 == "\n" })
  }

  private init(_ text: String, _ builder: XMLTreeBuilder) throws(FeedFault) {
    // The host has decoded the text, so the declared encoding no longer applies.
    let separator = XML_Char(bitPattern: Self.separator)
    guard let parser = expat_bounded_parser("UTF-8", separator, Self.memoryLimit) else {
      throw FeedFault(
        failure: ProviderFailure(.retryLater, "out of memory while reading the feed"),
        isRefusal: true)
    }
    self.parser = parser
    self.text = text
    self.builder = builder
  }

  deinit { XML_ParserFree(parser) }

  /// Separates a namespace from a name: expat refuses a namespace that contains it.
  static let separator = UInt8(ascii: "\n")

  /// - Parameter lines: number of lines before the text.
  private func read(after lines: Int) throws(FeedFault) -> Reading {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetStartDoctypeDeclHandler(parser) { state, _, _, _, hasDeclarations in
      if hasDeclarations != 0 { ExpatParser.of(state)?.metDeclarations() }
    }
    XML_SetElementHandler(
      parser, { ExpatParser.of($0)?.started($1, $2) },
      { state, _ in ExpatParser.of(state)?.ended() })
    XML_SetSkippedEntityHandler(parser) { ExpatParser.of($0)?.skipped($1, isParameter: $2 != 0) }
    XML_SetCharacterDataHandler(parser) { ExpatParser.of($0)?.met($1, $2) }
    var text = text
    let status = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: XML_Char.self) {
        XML_Parse(parser, $0.baseAddress, Int32(clamping: $0.count), 1)
      }
    }
    let line = lines + Int(expat_line(parser))
    if var failure {
      failure.message += " (line \(line))"
      throw FeedFault(failure: failure, isRefusal: !builder.isForeign)
    }
    if status == XML_STATUS_OK, let root = builder.root { return Reading(root: root) }
    let fault = "\(complaint) (line \(line))"
    let failure = ProviderFailure(.malformed, "the feed cannot be read: \(fault)")
    guard XML_GetErrorCode(parser) != XML_ERROR_NO_MEMORY else {
      throw FeedFault(failure: failure, isRefusal: true)
    }
    if let root = builder.root { return Reading(root: root, fault: fault) }
    guard let root = builder.breakOff() else {
      throw FeedFault(failure: failure, isRefusal: false)
    }
    return Reading(root: root, isComplete: false, fault: fault)
  }

  /// The reason why expat stopped.
  private var complaint: String {
    let code = XML_GetErrorCode(parser)
    guard code != XML_ERROR_NO_MEMORY else {
      return "reading it needs more than \(Self.memoryLimit >> 20) MiB of memory"
    }
    return XML_ErrorString(code).map { String(cString: $0) } ?? "it ends too early"
  }

  private static func of(_ state: UnsafeMutableRawPointer?) -> ExpatParser? {
    guard let state else { return nil }
    let parser = Unmanaged<ExpatParser>.fromOpaque(state).takeUnretainedValue()
    return parser.failure == nil ? parser : nil
  }

  private func metDeclarations() {
    fail(
      ProviderFailure(
        .malformed, "the feed has a DOCTYPE with declarations, which are not supported"))
  }

  private func started(
    _ name: UnsafePointer<XML_Char>?, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    do throws(ProviderFailure) {
      let (namespace, local) = try Self.split(name)
      let home = home ?? Home(of: local, in: namespace)
      self.home = home
      let meaning = namespace == home.address ? home.namespace : Namespace(namespace)
      try builder.start(XMLElement(meaning, local, try read(attributes)))
    } catch {
      fail(error)
    }
  }

  private func ended() { builder.end() }

  private func met(_ start: UnsafePointer<XML_Char>?, _ count: Int32) {
    guard let start else { return }
    UnsafeBufferPointer(start: start, count: Int(count)).withMemoryRebound(to: UInt8.self) {
      builder.add(text: $0)
    }
  }

  /// An entity that only an unread DTD may declare.
  private func skipped(_ name: UnsafePointer<XML_Char>?, isParameter: Bool) {
    guard let name, !isParameter else { return }
    let word = String(String(cString: name).prefix(64))
    var text = HTMLText.character(word).map(String.init) ?? "&\(word);"
    text.withUTF8 { builder.add(text: $0) }
  }

  private func fail(_ failure: ProviderFailure) {
    self.failure = failure
    XML_StopParser(parser, 0)
  }
}

/// Names of the elements of feeds: feeds put `rss` and `feed` into all sorts of namespaces.
private struct Home {
  let address: Substring
  let namespace: Namespace

  init(of root: String, in address: Substring) {
    self.address = address
    namespace =
      switch root {
      case "rss": .rss
      case "feed": .atom
      default: Namespace(address)
      }
  }
}
