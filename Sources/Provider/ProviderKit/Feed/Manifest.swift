/// Describes a provider: the answer to its first call, `manifest`.
public struct Manifest: Codable, Sendable, Hashable {
  /// The provider's name: lower-case letters, digits and `-`; the part before the colon in
  /// `flickr:recent`.
  public var name: String
  /// The module's version, for people.
  public var version: String
  /// One line that names the site.
  public var summary: String
  /// The feeds that the provider offers; at least one.
  public var sources: [Source]
  /// The settings that a user may give; a request may name only these.
  public var settings: [Setting]
  /// Examples of web addresses that ``PhotoProvider/selector(claiming:)`` accepts, for people.
  public var addresses: [String]
  /// The labels of the renditions, smallest first: the words that `--size` accepts. Empty if they
  /// are not known in advance; then any word is accepted.
  public var sizes: [String]
  /// Calls an hour that the site allows one key; nil if it states no limit.
  public var requestsPerHour: Int?
  /// Further limits of the site and its hosts.
  public var limits: [SiteLimit]
  /// Whether the site refuses programs that do not say who runs them: the host then asks the user for a contact.
  public var needsContact: Bool
  /// Parts of addresses to which the site redirects instead of reporting that a photo is missing.
  public var placeholders: [String]
  /// Formats in addition to JPEG, PNG, GIF and WebP that the site serves as photos, by their usual
  /// extension: `heic`, `avif`, `tiff`. The host may not be able to decode such a file, and keeps other formats
  /// that it cannot decode only if the user asks for it.
  public var formats: [String]
  /// How a user signs in; nil if the site has no sign-in that the provider knows.
  public var signIn: SignIn?
  /// The parts of a photo's details that the provider can request.
  public var details: [PhotoDetails.Part]

  /// A manifest; its limits are in <doc:TheJoint>.
  public init(
    name: String, version: String, summary: String, sources: [Source], settings: [Setting] = [],
    addresses: [String] = [], sizes: [String] = [], requestsPerHour: Int? = nil,
    limits: [SiteLimit] = [], needsContact: Bool = false,
    placeholders: [String] = [], formats: [String] = [], signIn: SignIn? = nil,
    details: [PhotoDetails.Part] = []
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.sources = sources
    self.settings = settings
    self.addresses = addresses
    self.sizes = sizes
    self.requestsPerHour = requestsPerHour
    (self.limits, self.needsContact) = (limits, needsContact)
    self.placeholders = placeholders
    self.formats = formats
    self.signIn = signIn
    self.details = details
  }

  /// Decodes a manifest; missing lists are empty.
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
    limits = try members.decodeIfPresent([SiteLimit].self, forKey: .limits) ?? []
    needsContact = try members.decodeIfPresent(Bool.self, forKey: .needsContact) ?? false
    placeholders = try members.decodeIfPresent([String].self, forKey: .placeholders) ?? []
    formats = try members.decodeIfPresent([String].self, forKey: .formats) ?? []
    signIn = try members.decodeIfPresent(SignIn.self, forKey: .signIn)
    // A part that this version does not know is not requested.
    details =
      try members.decodeIfPresent([String].self, forKey: .details)?
      .compactMap(PhotoDetails.Part.init) ?? []
  }

  /// A kind of feed that the provider offers.
  public struct Source: Codable, Sendable, Hashable {
    /// How a user writes it: `recent`, `user/NSID`, `search?tags=cat`.
    public var usage: String
    /// One line that says what the feed contains.
    public var summary: String

    /// A kind of feed and its description.
    public init(usage: String, summary: String) {
      self.usage = usage
      self.summary = summary
    }
  }

  /// A value that a user gives with `--set NAME.SETTING=…` or in the environment.
  public struct Setting: Codable, Sendable, Hashable {
    /// Lower-case letters, digits and `-`.
    public var name: String
    /// One line that says what it is for, or where to get it.
    public var summary: String
    /// An environment variable read besides `PHOTOMIRROR_<PROVIDER>_<SETTING>`. It begins with the provider's name
    /// in capitals, with `_` for `-`, and another `_`: `FLICKR_API_KEY`. Users can map others in the configuration.
    public var environment: String?
    /// The value if the user gives none; nil if there is no default, and for secrets.
    public var defaultValue: String?
    /// Whether the provider cannot work without it.
    public var isRequired: Bool
    /// Whether the value is secret. A secret reaches neither the provider nor any output: the
    /// provider names the setting in a ``RequestDescription/Parameter``, and the host inserts the
    /// value.
    public var isSecret: Bool
    /// The hosts to which the value of a secret setting is sent: `api.example.org`, which is meant with https,
    /// or an origin, `http://example.org:8080`. If empty, it is sent only to the origin of the first request
    /// of a listing, so that no answer can name a host that gets it. A provider whose first request goes to a
    /// host that the selector names should name the hosts here, or authorize only requests to a host that another
    /// setting names: a mirror that somebody else made may contain any selector.
    public var hosts: [String]
    /// What can be had without a value if it is required, by source; the first that matches is shown.
    public var alternatives: [Alternative]
    /// Whether the value is addresses, separated by commas, whose hosts may be on this machine or in a private
    /// network. An option for it may be repeated.
    public var namesHosts: Bool

    /// A setting; optional and not secret by default.
    public init(
      name: String, summary: String, environment: String? = nil, defaultValue: String? = nil,
      isRequired: Bool = false, isSecret: Bool = false, hosts: [String] = [],
      alternatives: [Alternative] = [], namesHosts: Bool = false
    ) {
      self.alternatives = alternatives
      self.namesHosts = namesHosts
      self.hosts = hosts
      self.name = name
      self.summary = summary
      self.environment = environment
      self.defaultValue = defaultValue
      self.isRequired = isRequired
      self.isSecret = isSecret
    }

    /// Decodes a setting; missing flags are false.
    public init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      name = try members.decode(String.self, forKey: .name)
      summary = try members.decode(String.self, forKey: .summary)
      environment = try members.decodeIfPresent(String.self, forKey: .environment)
      defaultValue = try members.decodeIfPresent(String.self, forKey: .defaultValue)
      isRequired = try members.decodeIfPresent(Bool.self, forKey: .isRequired) ?? false
      isSecret = try members.decodeIfPresent(Bool.self, forKey: .isSecret) ?? false
      hosts = try members.decodeIfPresent([String].self, forKey: .hosts) ?? []
      alternatives =
        try members.decodeIfPresent([Alternative].self, forKey: .alternatives) ?? []
      namesHosts = try members.decodeIfPresent(Bool.self, forKey: .namesHosts) ?? false
    }

    /// What a user can do about a source without a required setting.
    public struct Alternative: Codable, Sendable, Hashable {
      /// The source as a user writes it after the colon, with names in braces for its variable parts:
      /// `user/{number}@N{series}`, `search?tags={tags}`. A name stands for characters other than
      /// `/`, `?` and `&`.
      public var source: String
      /// A sentence in lower case without a period, with the same names in braces.
      public var hint: String

      /// What can be done about a source.
      public init(source: String, hint: String) { (self.source, self.hint) = (source, hint) }
    }
  }
}

extension Manifest {
  /// Whether the site may have a size with this label: one of ``sizes``, ignoring case, or any if
  /// ``sizes`` is empty.
  package func knows(size label: String) -> Bool {
    sizes.isEmpty || sizes.contains { $0.lowercased() == label.lowercased() }
  }
}
