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
    func isSame<Question, Answer: Equatable>(
      _ call: ProviderCall<Question, Answer>
    ) throws -> Bool {
      let answer = try call.ask(provider, JointCoder.decode(Question.self, from: question))
      return try answer == expected(id)
    }
    return switch method {
    case .manifest: try provider.manifest == expected(id)
    case .claim: try isSame(.claim)
    case .resolveRequest: try isSame(.resolveRequest)
    case .pageRequest: try isSame(.pageRequest)
    case .sourcesRequest: try isSame(.sourcesRequest)
    case .resolve: try isSame(.resolution)
    case .page: try isSame(.page)
    case .sources: try isSame(.sources)
    case .accountRequest: try isSame(.accountRequest)
    case .account: try isSame(.account)
    case .renditionsRequest: try isSame(.renditionsRequest)
    case .renditions: try isSame(.renditions)
    case .detailsRequest: try isSame(.detailsRequest)
    case .details: try isSame(.details)
    }
  }

  private func expected<Value: Decodable>(_ id: Int) throws -> Value? {
    guard let answer = replies[id]?["answer"] else { return nil }
    return try JointCoder.decode(Value.self, from: Transcript.bytes(answer))
  }
}
