import Foundation
import Testing

@Suite("The doc comments")
struct DocumentationTests {
  private static func files(in folder: String) -> [(path: String, text: String)] {
    let place = SourceTree.root.appending(path: folder)
    let names = FileManager.default.enumerator(atPath: place.path)?.compactMap { $0 as? String }
    return (names ?? []).filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
      let text = try? String(contentsOf: place.appending(path: path), encoding: .utf8)
      return text.map { ("\(folder)/\(path)", $0) }
    }
  }

  private static func missing(in text: String) -> [String] {
    DocumentedNames([("A.swift", text)]).missing
  }

  @Test("Every public and package name has a doc comment")
  func names() {
    let names = DocumentedNames(Self.files(in: "Sources") + Self.files(in: "Plugins"))
    #expect(names.count > 3000)
    #expect(names.missing.isEmpty, "\(names.missing.joined(separator: "\n"))")
  }

  @Test("A name without a comment is reported with its file, its line and its type")
  func found() {
    let text = """
      /// A photo.
      public struct Photo {
        /// Nil if unknown.
        public var title: String?
        public var owner: String
        // Not a doc comment.
        package static func read(_ bytes: [UInt8], as kind: Kind = .init { 1 }) -> Photo { public }
        package enum Kind { case jpeg }
      }
      package typealias Picture = Photo
      """
    #expect(
      Self.missing(in: text) == [
        "A.swift:5: Photo.owner", "A.swift:7: Photo.read(_:as:)", "A.swift:8: Photo.Kind",
        "A.swift:10: Picture",
      ])
  }

  @Test("What other targets see without a modifier of its own is reported too")
  func inherited() {
    let text = """
      /// A port.
      package protocol Port {
        associatedtype Item
        func open(at path: String)
      }
      public extension Int { var half: Int { self / 2 } }
      """
    #expect(
      Self.missing(in: text) == [
        "A.swift:3: Port.Item", "A.swift:4: Port.open(at:)", "A.swift:6: Int.half",
      ])
  }

  @Test("The comment of a requirement is enough for what conforms")
  func requirements() {
    let text = """
      /// A port.
      package protocol Port {
        /// Opens it.
        func open(at path: String)
      }
      /// Another port.
      package protocol FilePort: Port {}
      /// An adapter.
      package struct Files: FilePort {
        package func open(at path: String) {}
        package func open(in folder: String) {}
      }
      extension Files: CustomStringConvertible {
        package var description: String { "" }
      }
      /// No adapter.
      package struct Other {
        package func open(at path: String) {}
      }
      """
    #expect(
      Self.missing(in: text) == ["A.swift:11: Files.open(in:)", "A.swift:18: Other.open(at:)"])
  }

  @Test("A name that needs no comment is not reported")
  func exempt() {
    let text = #"""
      struct Hidden { var text = "package var a: Int \(1) {" }
      /// A photo.
      @available(*, unavailable)
      @MainActor public final class Photo: Base {
        public init() {}
        override public func run() {}
        /// A number.
        @inlinable
        public private(set) var number = 1
        private(set) var other = 2
        let package = 3
        let pattern = /package var [{]/
      }
      /* public var a = 1 */
      """#
    #expect(Self.missing(in: text).isEmpty)
  }
}
