import Glibc
import Locking
import Sandbox
import SystemCalls

/// Decodes images in helper processes without rights, so that a fault of a codec costs one image: a helper
/// can neither open a file nor connect nor start a program, and its memory and CPU time are limited.
///
/// A helper that ends, or that exceeds a limit, is replaced; the image is decoded once more, and after the
/// second time its error is ``ImageError/Kind/stopped``. Safe to use from several threads, each of which
/// waits for its own helper; there are as many helpers as threads that decode at the same time.
public final class DecoderProcesses: Sendable {
  private let server: ForkServer
  private let idle = Locked<[Decoder]>([])
  /// Those with the libraries of rare formats (``PictureLibrary``).
  private let equipped = Locked<[Decoder]>([])

  /// A helper, and how many images it has decoded.
  private struct Decoder {
    let helper: HelperProcess
    var images = 0

    init(_ helper: HelperProcess) { self.helper = helper }
  }

  /// How often an image is tried.
  private static let attempts = 2

  /// How many images a helper decodes: one that an image has taken over ends with them.
  private static let mostImages = 1000

  /// Starts the process that forks the helpers, and does not wait for it. From any thread.
  ///
  /// - Parameters:
  ///   - memory: Bytes that a helper may allocate besides what its program occupies at the start; more than
  ///     the `memory` of the limits of any image.
  ///   - niceness: The priority of the helpers, as of nice(2).
  ///   - program: The path of the program of the helpers; nil: `photomirror-helper` beside the program of this
  ///     process, or in `../lib/photomirror`. A program of your own has ``serve()`` as its only statement.
  /// - Throws: An error if the program is missing or cannot be started.
  public init(memory: Int = 2 << 30, niceness: Int32 = 0, program: String? = nil) throws {
    server = try ForkServer(.decode, at: program, niceness: niceness, memory: memory)
  }

  /// The work of the program of the helpers, until the process that started it ends.
  public static func serve() -> Never {
    serve { (file, thumbnail, limits) throws(ImageError) -> ImageProof in
      try ImageProof(ofOpenFile: file, thumbnail, limits: limits)
    }
  }

  /// - Parameter decode: Runs in the helpers.
  package static func serve(
    decode:
      @escaping (Int32, ThumbnailRequest?, _ limits: ImageLimits) throws(ImageError) ->
      ImageProof
  ) -> Never {
    // Read once, which a helper could not: which libraries are installed.
    _ = PictureLibrary.heif.isInstalled
    let equipment = HelperServer.Equipment(filter: .decodingWithThreads) {
      for library in PictureLibrary.allCases { library.load() }
    } withhold: {
      PictureLibrary.withhold()
    }
    HelperServer(filter: .decoding, equipment: equipment) { channel in
      while let message = try? channel.receiveWithDescriptor(atMost: ProofRequest.mostBytes),
        let request = try? ProofRequest(message.message)
      {
        let result = Result { () throws(ImageError) in
          try decode(message.descriptor, request.thumbnail, request.limits)
        }
        guard (try? channel.send(ProofAnswer.encode(result))) != nil else { return }
      }
    }.run()
  }

  /// Waits for the first helper.
  /// - Returns: Which protection the kernel does not offer for the helpers, and why; nil if all are in force.
  /// - Throws: An error if no helper can be started.
  public func weakness() throws -> String? {
    let first = try HelperProcess(of: server)
    defer { idle.withLock { $0.append(Decoder(first)) } }
    return Walls.offered.contains(.calls) ? nil : "the kernel does not filter system calls"
  }

  /// The same as ``ImageProof/init(ofFileAt:thumbnailEdge:limits:)``, decoded by a helper. Blocks: call it on
  /// a thread of its own.
  ///
  /// - Throws: `ImageError` of every kind except `unencodable`.
  public func proof(
    ofFileAt path: String, thumbnailEdge: Int?, limits: ImageLimits = .init()
  ) throws(ImageError) -> ImageProof {
    try proof(ofFileAt: path, ThumbnailRequest(edge: thumbnailEdge), limits: limits)
  }

  /// The same with another thumbnail than a PNG; nil for none.
  public func proof(
    ofFileAt path: String, _ thumbnail: ThumbnailRequest?, limits: ImageLimits = .init()
  ) throws(ImageError) -> ImageProof {
    let request = ProofRequest(thumbnail: thumbnail, limits: limits)
    let proof = try proof(ofFileAt: path, request, isEquipped: false)
    // A helper has no library, and cannot load one any more.
    guard proof.limit?.kind == .unsupported, proof.format.library?.isInstalled == true else {
      return proof
    }
    return try self.proof(ofFileAt: path, request, isEquipped: true)
  }

  private func proof(
    ofFileAt path: String, _ request: ProofRequest, isEquipped: Bool
  ) throws(ImageError) -> ImageProof {
    let idle = isEquipped ? equipped : idle
    var attempt = 1
    while true {
      let file = try ImageSource.open(path)
      defer { close(file) }
      do {
        var decoder =
          try idle.withLock { $0.popLast() }
          ?? Decoder(HelperProcess(of: server, isEquipped: isEquipped))
        let result = try Self.prove(file, request, by: decoder.helper)
        decoder.images += 1
        if decoder.images < Self.mostImages { idle.withLock { $0.append(decoder) } }
        return try result.get()
      } catch let error as ProcessChannel.Broken {
        if attempt == Self.attempts {
          throw ImageError(.stopped, "the decoder was stopped: \(error.reason)")
        }
        attempt += 1
      } catch let error as ImageError {
        throw error
      } catch {
        throw ImageError(.stopped, "the decoder failed")
      }
    }
  }

  /// Ends all helpers. Blocks until their server is gone; later calls of `proof` fail.
  public func shutdown() {
    server.shutdown()
    idle.withLock { $0 = [] }
    equipped.withLock { $0 = [] }
  }

  /// The result for one open file.
  private static func prove(
    _ file: Int32, _ request: ProofRequest, by helper: HelperProcess
  ) throws(ProcessChannel.Broken) -> Result<ImageProof, ImageError> {
    let seconds = request.limits.seconds
    return try helper.exchange(seconds: seconds) { channel throws(ProcessChannel.Broken) in
      try channel.send(request.encode(), descriptor: file)
      guard
        let answer = try channel.receive(
          atMost: ProofAnswer.mostBytes(request.thumbnail),
          within: 60 + 2 * seconds)
      else { throw .init(reason: "it ended") }
      guard let result = try? ProofAnswer.decode(answer) else {
        throw .init(reason: "invalid answer")
      }
      return result
    }
  }
}

extension ImageProof {
  /// Decodes the file at `path`, as the initializer without `processes` does, in another process if there is one.
  ///
  /// - Parameter processes: nil: this process decodes.
  /// - Throws: `ImageError` of every kind except `unencodable`.
  public init(
    ofFileAt path: String, thumbnailEdge: Int?, limits: ImageLimits = .init(),
    by processes: DecoderProcesses?
  ) throws(ImageError) {
    try self.init(
      ofFileAt: path, ThumbnailRequest(edge: thumbnailEdge), limits: limits, by: processes)
  }

  /// The same with another thumbnail than a PNG; nil for none.
  public init(
    ofFileAt path: String, _ thumbnail: ThumbnailRequest?, limits: ImageLimits = .init(),
    by processes: DecoderProcesses?
  ) throws(ImageError) {
    guard let processes else {
      try self.init(ofFileAt: path, thumbnail, limits: limits)
      return
    }
    self = try processes.proof(ofFileAt: path, thumbnail, limits: limits)
  }
}
