import Testing

@testable import Transfer

@Suite("A gzip file as the content of an answer")
struct GzipFileTests {
  private static let body = photo(20_000)

  @Test("A file is expanded, with all its members, and anything else stays as it is")
  func content() throws {
    let file = gzip(Self.body)
    #expect(try GzipFile.content(of: file, limit: 1 << 20) == Self.body)
    #expect(try GzipFile.content(of: file + file, limit: 1 << 20) == Self.body + Self.body)
    #expect(try GzipFile.content(of: file + [0, 0, 0], limit: 1 << 20) == Self.body)
    #expect(try GzipFile.content(of: gzip([]), limit: 10) == [])
    for bytes in [[], [0x1F], [0x1F, 0x8B], Array("<rss/>".utf8)] as [[UInt8]] {
      #expect(try GzipFile.content(of: bytes, limit: 10) == bytes)
    }
  }

  @Test("A file that expands beyond the limit, or is damaged, is refused")
  func refused() throws {
    let bomb = gzip([UInt8](repeating: 0, count: 4 << 20))
    #expect { try GzipFile.content(of: bomb, limit: 1 << 20) } throws: {
      ($0 as? Fault)?.kind == .tooLarge
    }
    #expect(try GzipFile.content(of: bomb, limit: 4 << 20).count == 4 << 20)
    let file = gzip(Self.body)
    for damaged in [Array(file.prefix(9000)), Array(file.dropLast()), Array(file.prefix(11))] {
      #expect { try GzipFile.content(of: damaged, limit: 1 << 20) } throws: {
        ($0 as? Fault)?.kind == .truncated
      }
    }
  }
}
