import ProviderKit
import XML

/// Why a feed cannot be read.
struct FeedFault: Error {
  let failure: ProviderFailure
  /// Whether it exceeds a limit, or declares what is not supported; otherwise it is not XML or not a feed, and
  /// corrections may help.
  let isRefusal: Bool
}

/// Reads the XML of a feed. Used on one thread, for one call.
///
/// A feed that declares entities, elements or attributes is refused before expat processes the
/// declarations: nested entities overflow the stack (CVE-2024-8176), and default attributes take
/// quadratic time.
final class FeedReader: XMLHandler {
  /// Memory limit of expat in bytes.
  private static let memoryLimit = 32 << 20

  private var builder: XMLTreeBuilder
  private var home: Home?

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
    let reader = FeedReader(XMLTreeBuilder(at: address, take: take))
    // The host has decoded the text, so the declared encoding no longer applies.
    let document = Array(text[blank.endIndex...].utf8)
    let ending = XMLReader.read(document, memory: memoryLimit, to: reader)
    return try reader.reading(after: ending.fault, line: blank.count { $0 == "\n" } + ending.line)
  }

  private init(_ builder: XMLTreeBuilder) { self.builder = builder }

  /// What was read when the reading ended.
  private func reading(after fault: XMLFault?, line: Int) throws(FeedFault) -> Reading {
    let complaint: String
    switch fault {
    case .refused(let error):
      var failure = error as? ProviderFailure ?? ProviderFailure(.malformed, "\(error)")
      failure.message += " (line \(line))"
      throw FeedFault(failure: failure, isRefusal: !builder.isForeign)
    case .memory:
      let limit = "reading it needs more than \(Self.memoryLimit >> 20) MiB of memory"
      throw FeedFault(failure: Self.unreadable("\(limit) (line \(line))"), isRefusal: true)
    case .malformed(let reason): complaint = "\(reason) (line \(line))"
    case nil:
      if let root = builder.root { return Reading(root: root) }
      complaint = "it ends too early (line \(line))"
    }
    if let root = builder.root { return Reading(root: root, fault: complaint) }
    guard let root = builder.breakOff() else {
      throw FeedFault(failure: Self.unreadable(complaint), isRefusal: false)
    }
    return Reading(root: root, isComplete: false, fault: complaint)
  }

  private static func unreadable(_ reason: String) -> ProviderFailure {
    ProviderFailure(.malformed, "the feed cannot be read: \(reason)")
  }

  func meetDoctype(hasDeclarations: Bool) throws {
    guard hasDeclarations else { return }
    throw ProviderFailure(
      .malformed, "the feed has a DOCTYPE with declarations, which are not supported")
  }

  func start(_ tag: XMLTag, at place: XMLPlace) throws {
    let (namespace, local) = try Self.split(tag.name)
    let home = home ?? Home(of: local, in: namespace)
    self.home = home
    let meaning = namespace == home.address ? home.namespace : Namespace(namespace)
    try builder.start(XMLElement(meaning, local, try Self.attributes(of: tag)))
  }

  func end(at place: XMLPlace) { builder.end() }

  func add(_ text: String) { builder.add(text: text) }

  func skip(entity: String) {
    let word = String(entity.prefix(64))
    builder.add(text: HTMLText.character(word).map(String.init) ?? "&\(word);")
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
