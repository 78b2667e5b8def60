extension Schema {
  /// Albums, and the views for other programs: `VIEWS.md` documents them, and their columns are stable. A
  /// migration that changes a table below drops the views and makes them again.
  static let views = """
    CREATE TABLE album (
      id INTEGER PRIMARY KEY,
      site INTEGER NOT NULL REFERENCES term (id),
      key TEXT NOT NULL,
      owner INTEGER REFERENCES owner (id),
      title TEXT NOT NULL,
      description TEXT,
      cover INTEGER REFERENCES photo (id),
      position INTEGER,
      UNIQUE (site, key)
    ) STRICT;
    CREATE TABLE album_member (
      album INTEGER NOT NULL REFERENCES album (id),
      photo INTEGER NOT NULL REFERENCES photo (id),
      position INTEGER NOT NULL,
      PRIMARY KEY (album, photo)
    ) STRICT, WITHOUT ROWID;
    CREATE VIEW photos AS
    SELECT photo.id, site.text AS site, photo.key,
      CASE WHEN is_mirrored = 1 THEN 'mirrored' WHEN is_deferred = 1 OR failure IS NULL THEN 'waiting'
        WHEN retry_at IS NULL THEN 'failed' ELSE 'unavailable' END AS state,
      \(path) AS path, title, description, coalesce(tags, '[]') AS tags,
      owner.key AS owner, owner.name AS owner_name, taken, uploaded_at,
      license.text AS license, terms.text AS license_url,
      iif(metadata.page IS NULL, replace(owner.page, '{key}', photo.key), nullif(metadata.page, ''))
        AS page_url,
      latitude, longitude, place, privacy, media, replaced_at
    FROM photo
      LEFT JOIN term AS site ON site.id = photo.site
      LEFT JOIN metadata ON metadata.photo = photo.id
      LEFT JOIN owner ON owner.id = metadata.owner
      LEFT JOIN term AS license ON license.id = metadata.license
      LEFT JOIN term AS terms ON terms.id = metadata.license_url
      LEFT JOIN file ON file.photo = photo.id;
    CREATE VIEW files AS
    SELECT photo.id AS photo, 'picture' AS role, \(path) AS path, format, width, height,
      byte_count, lower(hex(sha256)) AS sha256, iif(is_unproven = 1, 'none', 'decoded') AS proof,
      label.text AS label, refused_label, address, stored_at
    FROM photo JOIN file ON file.photo = photo.id LEFT JOIN term AS label ON label.id = file.label
    WHERE is_mirrored = 1
    UNION ALL
    SELECT photo.id, 'thumbnail', '.photomirror/thumbnails/' || stem || '.png', 'png', NULL, NULL,
      NULL, NULL, NULL, NULL, NULL, NULL, stored_at
    FROM photo JOIN file ON file.photo = photo.id WHERE is_mirrored = 1 AND has_thumbnail = 1;
    CREATE VIEW sources AS
    SELECT id, address, run AS runs, size_label, size_edge, thumbnail_edge,
      (SELECT max(ended_at) FROM pass WHERE source = source.id AND outcome = 'complete')
        AS completed_at
    FROM source;
    CREATE VIEW passes AS
    SELECT source, address, number, is_limited, is_resumed, started_at, ended_at, outcome, reason,
      pages, listed, total, refused
    FROM pass JOIN source ON source.id = pass.source;
    CREATE VIEW source_photos AS
    SELECT source, photo, position, first_pass, last_pass FROM membership;
    CREATE VIEW failures AS
    SELECT photo.id AS photo, site.text AS site, photo.key, title, address AS source,
      iif(retry_at IS NULL, 'failed', 'unavailable') AS state, failure AS reason,
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
    """

  /// The path of a mirrored file, relative to the mirror: for most files the table holds only the extension.
  static let path = """
    iif(substr(file.path, 1, 1) = '.' AND instr(file.path, '/') = 0, stem || file.path, file.path)
    """
}
