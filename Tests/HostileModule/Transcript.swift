import Dispatch
import Foundation
import Locking
import ProviderKit
import ProviderLoader

/// The messages of a page: the questions of the host, and the answers of a program.
struct Transcript {
  private struct Question: Sendable {
    let id: Int
    let method: JointMethod
    let bytes: [UInt8]
  }

  /// Questions that are open at the same time are in one group.
  private var groups: [[Question]] = []
  private var replies: [Int: [String: Any]] = [:]

  init(_ page: String) {
    var isAnswered = true
    for line in page.split(separator: "\n") where line.hasPrefix("{\"id\"") {
      guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)),
        let members = object as? [String: Any], let id = members["id"] as? Int
      else { fatalError("not a message: \(line)") }
      guard let method = (members["method"] as? String).flatMap(JointMethod.init) else {
        replies[id] = members
        isAnswered = true
        continue
      }
      let question = Question(id: id, method: method, bytes: Self.bytes(members["question"]))
      if isAnswered { groups.append([]) }
      groups[groups.count - 1].append(question)
      isAnswered = false
    }
  }

  /// Asks the questions again.
  /// - Returns: What differs from the page, or the number of questions and the methods that none has.
  func replay(with provider: LoadedProvider) -> String {
    let faults = Locked<[String]>([])
    let reference = Replies(replies: replies)
    for group in groups {
      // A thread for each: `concurrentPerform` asks one after the other on a machine with one core, and the
      // program waits for all.
      let calls = DispatchGroup()
      for question in group {
        calls.enter()
        Thread.detachNewThread {
          let fault = reference.fault(question.id, question.method, question.bytes, provider)
          if let fault { faults.withLock { $0.append("\(question.id): \(fault)") } }
          calls.leave()
        }
      }
      calls.wait()
    }
    let asked = Set(groups.joined().map(\.method))
    let missing = JointMethod.allCases.filter { !asked.contains($0) }.map(\.rawValue)
    let found = faults.withLock { $0 } + missing.map { "the page has no \($0)" }
    return found.isEmpty ? "\(groups.joined().count) questions" : found.joined(separator: "\n")
  }

  fileprivate static func bytes(_ value: Any?) -> [UInt8] {
    (try? JSONSerialization.data(withJSONObject: value ?? [:], options: .fragmentsAllowed))
      .map(Array.init) ?? []
  }
}

/// The page's answers. `@unchecked Sendable`: parsed JSON, which nobody changes.
private struct Replies: @unchecked Sendable {
  let replies: [Int: [String: Any]]

  func fault(
    _ id: Int, _ method: JointMethod, _ question: [UInt8], _ provider: LoadedProvider
  ) -> String? {
    do {
      let same = try isSame(id, method, question, provider)
      return same ? nil : "the answer differs"
    } catch let failure as ProviderFailure {
      if replies[id]?["unsupported"] != nil, failure.kind == .unsupported { return nil }
      guard let expected = replies[id]?["failure"],
        let wanted = try? JointCoder.decode(ProviderFailure.self, from: Transcript.bytes(expected)),
        wanted == failure
      else { return "\(failure)" }
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func isSame(
    _ id: Int, _ method: JointMethod, _ question: [UInt8], _ provider: LoadedProvider
  ) throws -> Bool {
    func asked<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try JointCoder.decode(type, from: question)
    }
    func equals<Value: Decodable & Equatable>(_ value: Value) throws -> Bool {
      guard let answer = replies[id]?["answer"] else { return false }
      return try JointCoder.decode(Value.self, from: Transcript.bytes(answer)) == value
    }
    switch method {
    case .manifest: return try equals(provider.manifest)
    case .claim:
      let selector = try provider.selector(claiming: try asked(ClaimQuestion.self).address)
      return (replies[id]?["answer"] as? [String: Any])?["selector"] as? String == selector
    case .resolveRequest:
      let request = try provider.resolveRequest(for: try asked(PageQuery.self))
      let answer = Transcript.bytes(replies[id]?["answer"])
      return try JointCoder.decode(ResolveAnswer.self, from: answer).request == request
    case .pageRequest: return try equals(provider.pageRequest(for: try asked(PageQuery.self)))
    case .sourcesRequest: return try equals(provider.sourcesRequest(for: try asked(PageQuery.self)))
    case .resolve:
      let question = try asked(PageQuestion.self)
      return try equals(provider.resolution(from: question.answer, for: question.query))
    case .page:
      let question = try asked(PageQuestion.self)
      let further = question.further ?? []
      return try equals(
        provider.page(from: question.answer, further: further, for: question.query))
    case .sources:
      let question = try asked(PageQuestion.self)
      return try equals(provider.sources(from: question.answer, for: question.query))
    case .accountRequest:
      return try equals(provider.accountRequest(settings: try asked(AccountQuestion.self).settings))
    case .account:
      let question = try asked(AccountQuestion.self)
      guard let answer = question.answer else { return false }
      return try equals(provider.account(from: answer, settings: question.settings))
    case .renditionsRequest:
      return try equals(provider.renditionsRequest(for: try asked(PhotoQuery.self)))
    case .renditions:
      let question = try asked(PhotoQuestion.self)
      let found = try provider.renditions(from: question.answer, for: question.query)
      let answer = Transcript.bytes(replies[id]?["answer"])
      return try JointCoder.decode(RenditionsAnswer.self, from: answer).renditions == found
    case .detailsRequest:
      return try equals(provider.detailsRequest(for: try asked(PhotoQuery.self)))
    case .details:
      let question = try asked(PhotoQuestion.self)
      return try equals(provider.details(from: question.answer, for: question.query))
    }
  }
}
