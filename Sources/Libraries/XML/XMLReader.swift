import CExpat

/// Reads a document with expat (https://libexpat.github.io/doc/api/latest/), within a limit of memory.
///
/// Expat fetches nothing: no external entity and no DTD. Used on one thread, for one call.
package final class XMLReader {
  private let parser: XML_Parser
  private let handler: any XMLHandler
  private var failure: (any Error)?

  /// Passes the parts of a document to a handler.
  /// - Parameters:
  ///   - document: In UTF-8, whatever encoding it declares.
  ///   - memory: The most bytes that expat may need, which is about twenty times the length of the names and attributes.
  ///   - keepsPrefixes: Whether names have their prefixes.
  /// - Returns: Where and why the reading ended.
  package static func read(
    _ document: [UInt8], memory: Int, keepsPrefixes: Bool = false,
    to handler: any XMLHandler
  ) -> XMLEnding {
    let separator = XML_Char(bitPattern: XMLName.separator)
    guard let parser = expat_bounded_parser("UTF-8", separator, memory) else {
      return XMLEnding(line: 1, fault: .memory)
    }
    XML_SetReturnNSTriplet(parser, keepsPrefixes ? 1 : 0)
    return XMLReader(parser, handler).read(document)
  }

  private init(_ parser: XML_Parser, _ handler: any XMLHandler) {
    (self.parser, self.handler) = (parser, handler)
  }

  deinit { XML_ParserFree(parser) }

  private func read(_ document: [UInt8]) -> XMLEnding {
    listen()
    let status = document.withUnsafeBytes {
      XML_Parse(
        parser, $0.baseAddress?.assumingMemoryBound(to: XML_Char.self), Int32(clamping: $0.count), 1
      )
    }
    let line = Int(expat_line(parser))
    if let failure { return XMLEnding(line: line, fault: .refused(failure)) }
    guard status != XML_STATUS_OK else { return XMLEnding(line: line, fault: nil) }
    let code = XML_GetErrorCode(parser)
    guard code != XML_ERROR_NO_MEMORY else { return XMLEnding(line: line, fault: .memory) }
    let reason = XML_ErrorString(code).map { String(cString: $0) }
    return XMLEnding(line: line, fault: .malformed(reason ?? "it is not well-formed XML"))
  }

  private func listen() {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetStartDoctypeDeclHandler(parser) { state, _, _, _, hasDeclarations in
      XMLReader.of(state)?.attempt { try $0.meetDoctype(hasDeclarations: hasDeclarations != 0) }
    }
    XML_SetNamespaceDeclHandler(
      parser,
      { XMLReader.of($0)?.handler.declare(XMLText(start: $1).text, as: XMLText(start: $2).text) },
      { XMLReader.of($0)?.handler.undeclare(XMLText(start: $1).text) })
    XML_SetElementHandler(
      parser, { XMLReader.of($0)?.start($1, $2) },
      { state, _ in
        guard let reader = XMLReader.of(state) else { return }
        reader.handler.end(at: XMLPlace(parser: reader.parser))
      })
    XML_SetCharacterDataHandler(parser) { state, start, count in
      let bytes = UnsafeRawBufferPointer(start: start, count: Int(count))
      XMLReader.of(state)?.handler.add(String(decoding: bytes, as: UTF8.self))
    }
    XML_SetSkippedEntityHandler(parser) { state, name, isParameter in
      guard isParameter == 0 else { return }
      XMLReader.of(state)?.handler.skip(entity: XMLText(start: name).text)
    }
  }

  private func start(
    _ name: UnsafePointer<XML_Char>?, _ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    guard let name else { return }
    let tag = XMLTag(parser: parser, start: name, list: list)
    attempt { try $0.start(tag, at: XMLPlace(parser: parser)) }
  }

  private func attempt(_ body: (any XMLHandler) throws -> Void) {
    do { try body(handler) } catch {
      failure = error
      XML_StopParser(parser, 0)
    }
  }

  /// Nil after a failure: expat may report what follows in the same tag.
  private static func of(_ state: UnsafeMutableRawPointer?) -> XMLReader? {
    guard let state else { return nil }
    let reader = Unmanaged<XMLReader>.fromOpaque(state).takeUnretainedValue()
    return reader.failure == nil ? reader : nil
  }
}

/// How a reading ended.
package struct XMLEnding {
  /// The line of the end, or of the fault.
  package let line: Int
  /// Nil if the document was read to its end.
  package let fault: XMLFault?
}

/// Why a document was not read to its end.
package enum XMLFault {
  /// Expat would have needed more than its limit.
  case memory
  /// It is not XML, by expat's words.
  case malformed(String)
  /// The handler's error.
  case refused(any Error)
}
