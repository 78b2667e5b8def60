/// Who a provider is and what it takes: the answer to its first call, `manifest`.
public struct Manifest: Codable, Sendable, Hashable {
  /// Lower-case letters, digits and `-`: what stands before the colon in `flickr:recent`.
  public var name: String
  /// The module's own version, for people.
  public var version: String
  /// One line: which site this is.
  public var summary: String
  /// The feeds that can be asked for; at least one.
  public var sources: [Source]
  /// What a person may set; what the provider names in a request must be among them.
  public var settings: [Setting]
  /// Web addresses that ``PhotoProvider/selector(claiming:)`` understands, as examples for people.
  public var addresses: [String]
  /// The labels that renditions carry, smallest first: the words that a person may ask for with
  /// `--size`. Empty where they are not known beforehand; any word is taken then.
  public var sizes: [String]
  /// Calls an hour that the site allows one key; nil where it names no limit.
  public var requestsPerHour: Int?
  /// Parts of addresses to which the site redirects instead of saying that a photo is not there.
  public var placeholders: [String]
  /// Formats of files that the site serves as photos beside JPEG, PNG, GIF and WebP, by their usual
  /// extension: `heic`, `avif`, `tiff`. The host cannot prove such a file by decoding it, and keeps one of
  /// another format only where a person asks for it.
  public var formats: [String]

  /// A manifest; its limits are in <doc:TheJoint>.
  public init(
    name: String, version: String, summary: String, sources: [Source], settings: [Setting] = [],
    addresses: [String] = [], sizes: [String] = [], requestsPerHour: Int? = nil,
    placeholders: [String] = [], formats: [String] = []
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.sources = sources
    self.settings = settings
    self.addresses = addresses
    self.sizes = sizes
    self.requestsPerHour = requestsPerHour
    self.placeholders = placeholders
    self.formats = formats
  }

  /// Reads a manifest as a module gave it; absent lists are empty.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    name = try members.decode(String.self, forKey: .name)
    version = try members.decode(String.self, forKey: .version)
    summary = try members.decode(String.self, forKey: .summary)
    sources = try members.decode([Source].self, forKey: .sources)
    settings = try members.decodeIfPresent([Setting].self, forKey: .settings) ?? []
    addresses = try members.decodeIfPresent([String].self, forKey: .addresses) ?? []
    sizes = try members.decodeIfPresent([String].self, forKey: .sizes) ?? []
    requestsPerHour = try members.decodeIfPresent(Int.self, forKey: .requestsPerHour)
    placeholders = try members.decodeIfPresent([String].self, forKey: .placeholders) ?? []
    formats = try members.decodeIfPresent([String].self, forKey: .formats) ?? []
  }

  /// A kind of feed that the provider offers.
  public struct Source: Codable, Sendable, Hashable {
    /// How a person writes it: `recent`, `user/NSID`, `search?tags=cat`.
    public var usage: String
    /// One line: what is in this feed.
    public var summary: String

    /// A feed that a person may ask for.
    public init(usage: String, summary: String) {
      self.usage = usage
      self.summary = summary
    }
  }

  /// A value that a person may give with `--set NAME.SETTING=…` or in the environment.
  public struct Setting: Codable, Sendable, Hashable {
    /// Lower-case letters, digits and `-`.
    public var name: String
    /// One line: what it is for, or where to get it.
    public var summary: String
    /// An environment variable read besides `PHOTOMIRROR_<PROVIDER>_<SETTING>`.
    public var environment: String?
    /// The value where a person gives none; nil where there is none, and for secrets.
    public var defaultValue: String?
    /// Whether nothing works without it.
    public var isRequired: Bool
    /// A secret never reaches the provider nor any output: the provider names it in a
    /// ``RequestDescription/Parameter`` and the host fills it in.
    public var isSecret: Bool

    /// A setting, optional and open to be seen unless said otherwise.
    public init(
      name: String, summary: String, environment: String? = nil, defaultValue: String? = nil,
      isRequired: Bool = false, isSecret: Bool = false
    ) {
      self.name = name
      self.summary = summary
      self.environment = environment
      self.defaultValue = defaultValue
      self.isRequired = isRequired
      self.isSecret = isSecret
    }

    /// Reads a setting as a module gave it; absent flags are false.
    public init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      name = try members.decode(String.self, forKey: .name)
      summary = try members.decode(String.self, forKey: .summary)
      environment = try members.decodeIfPresent(String.self, forKey: .environment)
      defaultValue = try members.decodeIfPresent(String.self, forKey: .defaultValue)
      isRequired = try members.decodeIfPresent(Bool.self, forKey: .isRequired) ?? false
      isSecret = try members.decodeIfPresent(Bool.self, forKey: .isSecret) ?? false
    }
  }
}

extension Manifest {
  /// Whether the site may have a size of this label: one that ``sizes`` names, case ignored, or any
  /// where it names none.
  package func knows(size label: String) -> Bool {
    sizes.isEmpty || sizes.contains { $0.lowercased() == label.lowercased() }
  }
}
