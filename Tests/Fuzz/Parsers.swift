import Foundation
import ProviderKit

@testable import Catalog
@testable import Images
@testable import MirrorCore
@testable import ModuleHosting
@testable import ProviderLoader
@testable import Sidecars
@testable import Transfer

/// The parsers of what servers, modules, workers and other people's directories send. Each returns whether the
/// input is worth keeping.
enum Parsers {
  /// The lines of an HTTP response's head, and what transfers read of it.
  static func head(_ bytes: [UInt8]) -> Bool {
    guard let head = responseHead(bytes) else { return true }
    _ = try? head.contentLength()
    for decodes in [true, false] { try? head.checkCodings(decodes: decodes) }
    _ = head.retryAfter(now: 1_700_000_000)
    if let validator = Validator(head) {
      precondition(validator.isPossible, "a validator that cannot be sent: \(validator)")
    }
    let state = ResumeState(
      url: "https://a/", head: head, total: nil, md5: nil, bootID: "b")
    if let state { precondition(state.headers.allSatisfy { !$0.name.isEmpty }) }
    return true
  }

  /// A response to a request that resumes: two bytes of the offset, one of the total, then the head.
  static func range(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 3, let head = responseHead(Array(bytes.dropFirst(3))) else { return false }
    let offset = Int64(bytes[0]) << 8 | Int64(bytes[1]) + 1
    let total = bytes[2] == 0 ? nil : offset + Int64(bytes[2])
    let claim = ResumeClaim(offset: offset, total: total, validator: .etag("\"v\""))
    for claim in [claim, nil] {
      switch ResumeDecision(head, claim: claim, now: 1_700_000_000) {
      case .append(let end, let whole):
        precondition(head.status == 206 && end > offset && end <= whole)
        precondition(total.map { $0 == whole } ?? true, "a part of a body of another length")
      case .alreadyComplete: precondition(head.status == 416 && total ?? offset == offset)
      case .startOver: precondition([200, 203].contains(head.status))
      case .askAgain, .refuse: break
      }
    }
    return true
  }

  private static func responseHead(_ bytes: [UInt8]) -> ResponseHead? {
    var head = ResponseHead()
    for line in bytes.split(separator: 10, omittingEmptySubsequences: false) {
      guard (try? Array(line).withUnsafeBytes({ try head.append(line: $0) })) != nil else {
        return nil
      }
    }
    precondition(head.headers.count <= ResponseHead.maximumFields)
    return head
  }

  /// The state beside a part.
  static func state(_ bytes: [UInt8]) -> Bool {
    let part = folder + "/part"
    try? Data(bytes).write(to: URL(filePath: ResumeState.path(besidePart: part)))
    guard let state = ResumeState.read(besidePart: part) else { return true }
    precondition(state.validator.isPossible)
    for size in [0, 1, 20_000, Int64.max] {
      let plan = ResumePlan(
        state: state, partSize: size, url: state.url, byteCount: nil, bootID: state.bootID)
      if case .resume(let offset) = plan { precondition(offset == size && size > 0) }
    }
    return true
  }

  /// A sidecar that another program wrote.
  static func xmp(_ bytes: [UInt8]) -> Bool {
    let merge = SidecarMerge()
    for before in [sidecar("one", ["a"]), nil] {
      let after = sidecar("two", ["b", "c"])
      guard let merged = try? merge.rewrite(bytes, as: .xmp, from: before, to: after) else {
        continue
      }
      precondition(
        (try? XMPLayout(of: merged)) != nil, "a merged sidecar that cannot be read again")
    }
    return true
  }

  private static func sidecar(_ title: String, _ tags: [String]) -> [UInt8] {
    var photo = Photo(id: "1", owner: "o", title: title)
    photo.tags = tags
    return Sidecar.xmp(of: photo, provider: "site")
  }

  /// A catalog's file.
  static func catalog(_ bytes: [UInt8]) -> Bool {
    let path = folder + "/catalog.sqlite"
    for name in ["", "-wal", "-shm", "-journal", ".new"] { unlink(path + name) }
    try? Data(bytes).write(to: URL(filePath: path))
    if let catalog = try? Catalog(readingFrom: path) { _ = try? catalog.counts() }
    _ = try? Catalog(path: path)
    return true
  }

  /// A message of another process, or of a module: the first byte chooses.
  static func joint(_ bytes: [UInt8]) -> Bool {
    guard let kind = bytes.first else { return false }
    let message = Array(bytes.dropFirst())
    switch kind % 8 {
    case 0:
      guard let result = try? ProofAnswer.decode(message) else { return true }
      if case .success(let proof) = result { precondition(proof.width >= 0 && proof.height >= 0) }
    case 1: _ = try? OpenAnswer(message)
    case 2: _ = try? ProofRequest(message)
    case 3:
      guard let page = try? JointCoder.decode(Page.self, from: message).checked()
      else { return true }
      precondition(page.photos.count <= JointLimits.photos)
      precondition(page.photos.allSatisfy { $0.id.isName() })
    case 4: _ = try? JointCoder.decode(Manifest.self, from: message).checked()
    case 5: _ = try? JointCoder.decode(RequestDescription.self, from: message).checked(settings: [])
    case 6: _ = try? JointCoder.decode(Resolution.self, from: message).checked()
    default:
      guard let answer = try? JointCoder.decode(RenditionsAnswer.self, from: message),
        let checked = try? Rendition.checked(answer.renditions)
      else { return true }
      precondition(checked.allSatisfy { $0.url.isWebAddress })
    }
    return true
  }

  /// In memory, for the files of this process.
  static let folder: String = {
    let path = "/dev/shm/photomirror-fuzz-\(getpid())"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }()
}
