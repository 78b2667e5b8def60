/// The views for other programs: `VIEWS.md` documents them, and their columns are stable. A migration that changes a
/// table below drops the views and makes them again.
extension Schema {
  static func views(_ dialect: Dialect) -> String {
    photoView + fileViews(dialect) + stateViews + sourceViews + albumViews
      + details(dialect) + detailItems(dialect)
  }

  private static let photoView = """
    CREATE VIEW photos AS
    SELECT photo.id, site.text AS site, photo.key,
      CASE WHEN departure.is_forgotten = 1 THEN 'forgotten'
        WHEN departure.state IN ('leaving', 'trashed', 'returning') THEN 'trashed'
        WHEN departure.state = 'deleted' THEN 'deleted'
        WHEN is_mirrored = 1 THEN 'mirrored' WHEN is_deferred = 1 OR failure IS NULL THEN 'waiting'
        WHEN retry_at IS NULL THEN 'failed' ELSE 'unavailable' END AS state,
      \(Catalog.path) AS path, title, description, coalesce(tags, '[]') AS tags,
      owner.key AS owner, owner.name AS owner_name, taken, uploaded_at,
      license.text AS license, terms.text AS license_url,
      CASE WHEN metadata.page IS NULL THEN replace(owner.page, '{key}', photo.key)
        ELSE nullif(metadata.page, '') END AS page_url,
      latitude, longitude, metadata.place, privacy, media, replaced_at, departure.since AS gone_since
    FROM photo
      LEFT JOIN term AS site ON site.id = photo.site
      LEFT JOIN metadata ON metadata.photo = photo.id
      LEFT JOIN owner ON owner.id = metadata.owner
      LEFT JOIN term AS license ON license.id = metadata.license
      LEFT JOIN term AS terms ON terms.id = metadata.license_url
      LEFT JOIN file ON file.photo = photo.id
      LEFT JOIN departure ON departure.photo = photo.id;

    """

  private static func fileViews(_ dialect: Dialect) -> String {
    """
    CREATE VIEW files AS
    SELECT photo.id AS photo, 'picture' AS role, \(Catalog.path) AS path, format, width, height,
      byte_count, \(dialect.hex("sha256")) AS sha256,
      CASE WHEN is_unproven = 1 THEN 'none' ELSE 'decoded' END AS proof,
      label.text AS label, refused_label, address, stored_at, reason.text AS size_reason
    FROM photo JOIN file ON file.photo = photo.id LEFT JOIN term AS label ON label.id = file.label
      LEFT JOIN term AS reason ON reason.id = file.size_reason
    WHERE is_mirrored = 1
    UNION ALL
    SELECT photo.id, 'thumbnail',
      CASE has_thumbnail WHEN 1 THEN '.photomirror/thumbnails/' || stem || '.png'
        WHEN 2 THEN '.photomirror/thumbnails/' || stem || '.jpg'
        WHEN 3 THEN '.photomirror/thumbnails/' || stem || '.webp' ELSE \(Catalog.path) END,
      CASE has_thumbnail WHEN 1 THEN 'png' WHEN 2 THEN 'jpeg' WHEN 3 THEN 'webp' ELSE format END,
      NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, stored_at, NULL
    FROM photo JOIN file ON file.photo = photo.id
    WHERE is_mirrored = 1 AND has_thumbnail BETWEEN 1 AND 4;

    """
  }

  private static let stateViews = """
    CREATE VIEW failures AS
    SELECT photo.id AS photo, site.text AS site, photo.key, title, address AS source,
      CASE WHEN retry_at IS NULL THEN 'failed' ELSE 'unavailable' END AS state, failure AS reason,
      refused_at AS refused_since, retry_at AS not_before
    FROM photo
      LEFT JOIN term AS site ON site.id = photo.site
      LEFT JOIN metadata ON metadata.photo = photo.id
      LEFT JOIN source ON source.id = photo.source
    WHERE is_mirrored = 0 AND is_deferred = 0 AND failure IS NOT NULL;
    CREATE VIEW departures AS
    SELECT departure.photo, site.text AS site, photo.key, \(Catalog.path) AS path, departure.state,
      is_forgotten, since, reason, place
    FROM departure JOIN photo ON photo.id = departure.photo
      LEFT JOIN term AS site ON site.id = photo.site
      LEFT JOIN file ON file.photo = photo.id;
    CREATE VIEW versions AS
    SELECT version.photo, site.text AS site, photo.key, version.place, version.since
    FROM version JOIN photo ON photo.id = version.photo LEFT JOIN term AS site ON site.id = photo.site;
    CREATE VIEW checks AS
    SELECT photo, first_at, last_at, count AS checks, kind, outcome FROM checked;
    CREATE VIEW events AS SELECT photo, at, kind, detail FROM event;
    CREATE VIEW shared_files AS SELECT photo, original FROM shared_file;

    """

  private static let sourceViews = """
    CREATE VIEW sources AS
    SELECT id, address, run AS runs, size_label, size_edge, thumbnail_edge,
      (SELECT max(ended_at) FROM pass WHERE pass.source = source.id AND outcome = 'complete')
        AS completed_at
    FROM source;
    CREATE VIEW passes AS
    SELECT pass.source, address, number, is_limited, is_resumed, started_at, ended_at, outcome,
      reason, pages, listed, total, refused, doubt
    FROM pass JOIN source ON source.id = pass.source;
    CREATE VIEW source_photos AS
    SELECT source, photo, position, first_pass, last_pass FROM membership;

    """

  private static let albumViews = """
    CREATE VIEW albums AS
    SELECT album.id, site.text AS site, album.key, owner.key AS owner, title, description, cover,
      position
    FROM album LEFT JOIN term AS site ON site.id = album.site
      LEFT JOIN owner ON owner.id = album.owner;
    CREATE VIEW album_photos AS SELECT album, photo, position FROM album_member;
    CREATE VIEW comments AS
    SELECT photo, key, author, author_name, posted_at, text, page AS page_url FROM comment;

    """

  /// What calls for single photos say besides a listing: these parts are JSON objects.
  private static func details(_ dialect: Dialect) -> String {
    func column(_ name: String, as kind: Dialect.Member = .text) -> String {
      "\(dialect.member(name, of: "content", kind)) AS \(name)"
    }
    return """
      CREATE VIEW details AS SELECT photo, part, updated_at FROM detail;
      CREATE VIEW info AS
      SELECT photo, \(column("views", as: .integer)), \(column("comments", as: .integer)),
        \(column("rotation", as: .integer)), \(column("safety")),
        \(column("may_download", as: .boolean)), \(column("owner_real_name")),
        \(column("owner_location")), \(column("tags")),
        \(dialect.member("license.name", of: "content")) AS license,
        \(dialect.member("license.url", of: "content")) AS license_url,
        \(column("width", as: .integer)), \(column("height", as: .integer))
      FROM detail WHERE part = 'info';
      CREATE VIEW places AS
      SELECT photo, \(column("latitude", as: .real)), \(column("longitude", as: .real)),
        \(column("accuracy", as: .integer)), \(column("setting")),
        \(column("neighbourhood")), \(column("locality")), \(column("county")), \(column("region")),
        \(column("country"))
      FROM detail WHERE part = 'geo';

      """
  }

  /// These parts are JSON arrays.
  private static func detailItems(_ dialect: Dialect) -> String {
    func item(_ name: String, as title: String? = nil) -> String {
      "\(dialect.member(name, of: "value")) AS \(title ?? name)"
    }
    let items = "detail, \(dialect.items("content"))"
    let box = ["x", "y", "width", "height", "edge"].map {
      "\(dialect.member("box.\($0)", of: "value", .real)) AS \($0)"
    }.joined(separator: ",\n  ")
    return """
      CREATE VIEW exif AS
      SELECT photo, \(item("group", as: "section")), \(item("tag")), \(item("label")),
        \(item("value")), \(item("text"))
      FROM \(items) WHERE part = 'exif';
      CREATE VIEW people AS
      SELECT photo, \(item("id", as: "account")), \(item("name")), \(item("real_name")),
        \(box)
      FROM \(items) WHERE part = 'people';
      CREATE VIEW notes AS
      SELECT photo, \(item("id", as: "key")), \(item("author")), \(item("author_name")),
        \(item("text")),
        \(box)
      FROM \(items) WHERE part = 'notes';
      CREATE VIEW contexts AS
      SELECT photo, \(item("kind")), \(item("id", as: "key")), \(item("title"))
      FROM \(items) WHERE part = 'contexts';
      """
  }
}
