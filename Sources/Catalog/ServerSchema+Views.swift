extension ServerSchema {
  /// The views for other programs: those of the SQLite file, with the same columns (`VIEWS.md`).
  static let views = """
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
    CREATE VIEW files AS
    SELECT photo.id AS photo, 'picture' AS role, \(Catalog.path) AS path, format, width, height,
      byte_count, encode(sha256, 'hex') AS sha256,
      CASE WHEN is_unproven = 1 THEN 'none' ELSE 'decoded' END AS proof,
      label.text AS label, refused_label, address, stored_at, reason.text AS size_reason
    FROM photo JOIN file ON file.photo = photo.id LEFT JOIN term AS label ON label.id = file.label
      LEFT JOIN term AS reason ON reason.id = file.size_reason
    WHERE is_mirrored = 1
    UNION ALL
    SELECT photo.id, 'thumbnail', '.photomirror/thumbnails/' || stem || '.png', 'png', NULL, NULL,
      NULL, NULL, NULL, NULL, NULL, NULL, stored_at, NULL
    FROM photo JOIN file ON file.photo = photo.id WHERE is_mirrored = 1 AND has_thumbnail = 1;
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
    CREATE VIEW failures AS
    SELECT photo.id AS photo, site.text AS site, photo.key, title, address AS source,
      CASE WHEN retry_at IS NULL THEN 'failed' ELSE 'unavailable' END AS state, failure AS reason,
      refused_at AS refused_since, retry_at AS not_before
    FROM photo
      LEFT JOIN term AS site ON site.id = photo.site
      LEFT JOIN metadata ON metadata.photo = photo.id
      LEFT JOIN source ON source.id = photo.source
    WHERE is_mirrored = 0 AND is_deferred = 0 AND failure IS NOT NULL;
    CREATE VIEW albums AS
    SELECT album.id, site.text AS site, album.key, owner.key AS owner, title, description, cover,
      position
    FROM album LEFT JOIN term AS site ON site.id = album.site
      LEFT JOIN owner ON owner.id = album.owner;
    CREATE VIEW album_photos AS SELECT album, photo, position FROM album_member;
    CREATE VIEW comments AS
    SELECT photo, key, author, author_name, posted_at, text, page AS page_url FROM comment;
    CREATE VIEW shared_files AS SELECT photo, original FROM shared_file;
    CREATE VIEW departures AS
    SELECT departure.photo, site.text AS site, photo.key, \(Catalog.path) AS path, departure.state,
      is_forgotten, since, reason, place
    FROM departure JOIN photo ON photo.id = departure.photo
      LEFT JOIN term AS site ON site.id = photo.site
      LEFT JOIN file ON file.photo = photo.id;
    CREATE VIEW versions AS
    SELECT version.photo, site.text AS site, photo.key, version.place, version.since
    FROM version JOIN photo ON photo.id = version.photo LEFT JOIN term AS site ON site.id = photo.site;
    \(details)
    """

  /// The JSON is this program's own, so that it is valid.
  private static let details = """
    CREATE VIEW details AS SELECT photo, part, updated_at FROM detail;
    CREATE VIEW info AS
    SELECT photo, \(number("views")), \(number("comments")), \(number("rotation")), \(text("safety")),
      \(number("may_download", of: "content", "boolean::int")), \(text("owner_real_name")),
      \(text("owner_location")), \(text("tags")),
      content::jsonb #>> '{license,name}' AS license, content::jsonb #>> '{license,url}' AS license_url,
      \(number("width")), \(number("height"))
    FROM detail WHERE part = 'info';
    CREATE VIEW exif AS
    SELECT photo, \(text("group", of: "value")) AS section, \(field("tag")), \(field("label")),
      \(field("value")), \(field("text"))
    FROM \(items) WHERE part = 'exif';
    CREATE VIEW people AS
    SELECT photo, \(text("id", of: "value")) AS account, \(field("name")), \(field("real_name")),
      \(box)
    FROM \(items) WHERE part = 'people';
    CREATE VIEW notes AS
    SELECT photo, \(text("id", of: "value")) AS key, \(field("author")), \(field("author_name")),
      \(field("text")),
      \(box)
    FROM \(items) WHERE part = 'notes';
    CREATE VIEW places AS
    SELECT photo, \(number("latitude", of: "content", "float8")),
      \(number("longitude", of: "content", "float8")), \(number("accuracy")), \(text("setting")),
      \(text("neighbourhood")), \(text("locality")), \(text("county")), \(text("region")),
      \(text("country"))
    FROM detail WHERE part = 'geo';
    CREATE VIEW contexts AS
    SELECT photo, \(field("kind")), \(text("id", of: "value")) AS key, \(field("title"))
    FROM \(items) WHERE part = 'contexts';
    """

  private static let items = "detail, jsonb_array_elements(content::jsonb)"
  private static let box = ["x", "y", "width", "height", "edge"]
    .map { "(value #>> '{box,\($0)}')::float8 AS \($0)" }.joined(separator: ",\n  ")

  /// A member of the part's object.
  private static func text(_ name: String) -> String { "content::jsonb ->> '\(name)' AS \(name)" }
  private static func text(_ name: String, of value: String) -> String { "\(value) ->> '\(name)'" }
  private static func field(_ name: String) -> String { "value ->> '\(name)' AS \(name)" }
  private static func number(
    _ name: String, of value: String = "content", _ type: String = "bigint"
  ) -> String { "(\(value)::jsonb ->> '\(name)')::\(type) AS \(name)" }
}
