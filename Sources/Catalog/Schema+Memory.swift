extension Schema {
  /// The metadata kept of mirrored photos, the passes in which a source listed them, and each source's
  /// choices as columns.
  ///
  /// A photo's row is narrow and never grows, so that counting reads little and pages stay full: the
  /// listing's metadata is in `metadata`, written once when the photo is admitted, the stored file is in
  /// `file`, and the uniqueness of names is enforced by a 64-bit hash in `name`, a sixth of the former index.
  /// `term` and `owner` hold the texts that many photos share; `metadata.page` is empty if a photo has no
  /// page, and NULL if its page is the owner's with the photo's key for `{key}`.
  static let memory = """
    ALTER TABLE photo RENAME TO old_photo;
    ALTER TABLE source RENAME TO old_source;
    ALTER TABLE listing RENAME TO old_listing;

    CREATE TABLE term (
      id INTEGER PRIMARY KEY,
      text TEXT NOT NULL UNIQUE
    ) STRICT;
    CREATE TABLE source (
      id INTEGER PRIMARY KEY,
      address TEXT NOT NULL UNIQUE,
      run INTEGER NOT NULL DEFAULT 0,
      size_label TEXT,
      size_edge INTEGER,
      thumbnail_edge INTEGER
    ) STRICT;
    CREATE TABLE pass (
      source INTEGER NOT NULL REFERENCES source (id),
      number INTEGER NOT NULL,
      is_limited INTEGER NOT NULL DEFAULT 0,
      is_resumed INTEGER NOT NULL DEFAULT 0,
      started_at INTEGER,
      ended_at INTEGER,
      outcome TEXT,
      reason TEXT,
      cursor TEXT,
      pages INTEGER NOT NULL DEFAULT 0,
      listed INTEGER NOT NULL DEFAULT 0,
      total INTEGER,
      refused INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (source, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE photo (
      id INTEGER PRIMARY KEY,
      site INTEGER NOT NULL REFERENCES term (id),
      key TEXT NOT NULL,
      source INTEGER NOT NULL REFERENCES source (id),
      stem TEXT NOT NULL,
      is_mirrored INTEGER NOT NULL DEFAULT 0,
      run INTEGER NOT NULL DEFAULT 0,
      is_deferred INTEGER NOT NULL DEFAULT 0,
      failure TEXT,
      refused_at INTEGER,
      retry_at INTEGER,
      replaced_at INTEGER,
      UNIQUE (site, key)
    ) STRICT;
    CREATE TABLE name (
      hash INTEGER PRIMARY KEY,
      photo INTEGER NOT NULL REFERENCES photo (id)
    ) STRICT;
    CREATE TABLE owner (
      id INTEGER PRIMARY KEY,
      site INTEGER NOT NULL REFERENCES term (id),
      key TEXT NOT NULL,
      name TEXT,
      page TEXT,
      UNIQUE (site, key)
    ) STRICT;
    CREATE TABLE metadata (
      photo INTEGER PRIMARY KEY REFERENCES photo (id),
      owner INTEGER NOT NULL REFERENCES owner (id),
      digest INTEGER NOT NULL,
      title TEXT NOT NULL,
      description TEXT,
      tags TEXT,
      taken TEXT,
      uploaded_at INTEGER,
      license INTEGER REFERENCES term (id),
      license_url INTEGER REFERENCES term (id),
      page TEXT,
      latitude REAL,
      longitude REAL,
      place TEXT,
      privacy TEXT,
      media TEXT,
      extra TEXT
    ) STRICT;
    CREATE TABLE file (
      photo INTEGER PRIMARY KEY REFERENCES photo (id),
      path TEXT NOT NULL,
      format TEXT NOT NULL,
      width INTEGER NOT NULL,
      height INTEGER NOT NULL,
      byte_count INTEGER NOT NULL,
      sha256 BLOB NOT NULL,
      label INTEGER REFERENCES term (id),
      refused_label TEXT,
      address TEXT,
      has_thumbnail INTEGER NOT NULL,
      is_unproven INTEGER NOT NULL,
      stored_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE listing (
      id INTEGER PRIMARY KEY REFERENCES photo (id),
      entry TEXT NOT NULL
    ) STRICT;
    CREATE TABLE membership (
      source INTEGER NOT NULL REFERENCES source (id),
      photo INTEGER NOT NULL REFERENCES photo (id),
      position INTEGER,
      first_pass INTEGER NOT NULL,
      last_pass INTEGER NOT NULL,
      PRIMARY KEY (source, photo)
    ) STRICT, WITHOUT ROWID;

    INSERT INTO term (text)
    SELECT site FROM old_photo UNION SELECT label FROM old_photo WHERE label != '' ORDER BY 1;
    \(sources)
    \(photos)
    DROP TABLE old_listing;
    DROP TABLE old_photo;
    DROP TABLE old_source;
    CREATE INDEX photo_unfinished ON photo (source, id) WHERE is_mirrored = 0;
    """

  /// The choices were text in the command's syntax: `--size 'Large 1600' --thumbnail 256`. A pass that ended
  /// and one in progress become two passes.
  private static let sources = """
    INSERT INTO source (id, address, run, size_label, size_edge, thumbnail_edge)
    SELECT id, address, run,
      iif(size LIKE '''%''', substr(size, 2, length(size) - 2), NULL),
      iif(size GLOB '[0-9]*', CAST(size AS INTEGER), NULL), CAST(thumbnail AS INTEGER)
    FROM (
      SELECT *, substr(choices, 8, instr(choices, ' --thumbnail ') - 8) AS size,
        substr(choices, instr(choices, ' --thumbnail ') + 13) AS thumbnail
      FROM old_source);
    INSERT INTO pass (source, number, ended_at, outcome)
    SELECT id, 1, finished_at, 'complete' FROM old_source WHERE finished_at IS NOT NULL;
    INSERT INTO pass (source, number, cursor)
    SELECT id, iif(finished_at IS NULL, 1, 2), cursor FROM old_source WHERE is_underway != 0;
    """

  /// The earlier pass that listed a photo last is unknown: the latest is assumed, so that no photo seems to
  /// be missing.
  private static let photos = """
    INSERT INTO photo (id, site, key, source, stem, is_mirrored, run, is_deferred, failure,
      refused_at, retry_at, replaced_at)
    SELECT old_photo.id, term.id, key, source, stem, is_mirrored, run, is_deferred, failure,
      refused_at, retry_at, replaced_at
    FROM old_photo JOIN term ON term.text = site ORDER BY old_photo.id;
    INSERT OR IGNORE INTO name (hash, photo) SELECT name_hash(stem), id FROM old_photo;
    INSERT INTO file (photo, path, format, width, height, byte_count, sha256, label, refused_label,
      address, has_thumbnail, is_unproven, stored_at)
    SELECT old_photo.id,
      iif(substr(path, 1, length(stem) + 1) = stem || '.', substr(path, length(stem) + 1), path),
      coalesce(format, ''), coalesce(width, 0), coalesce(height, 0), coalesce(byte_count, 0),
      hex_bytes(coalesce(sha256, '')), term.id, refused_label, address, has_thumbnail, is_unproven,
      coalesce(stored_at, 0)
    FROM old_photo LEFT JOIN term ON term.text = label WHERE path IS NOT NULL ORDER BY old_photo.id;
    INSERT INTO listing (id, entry) SELECT id, entry FROM old_listing;
    \(metadata)
    INSERT INTO membership (source, photo, first_pass, last_pass)
    SELECT source, id, 0, coalesce((SELECT max(number) FROM pass WHERE pass.source = old_photo.source), 0)
    FROM old_photo ORDER BY 1, 2;
    """

  /// For photos that are not mirrored yet. The metadata of the others is recorded when they are listed next,
  /// because their digest matches no listing.
  private static let metadata = """
    INSERT OR IGNORE INTO term (text)
    SELECT json_extract(entry, path) FROM listing,
      (SELECT '$.license.name' AS path UNION ALL SELECT '$.license.url')
    WHERE json_valid(entry) AND json_extract(entry, path) IS NOT NULL;
    INSERT OR IGNORE INTO owner (site, key, name)
    SELECT site, json_extract(entry, '$.owner'), json_extract(entry, '$.ownerName')
    FROM listing JOIN photo USING (id)
    WHERE json_valid(entry) AND json_extract(entry, '$.owner') IS NOT NULL;
    INSERT INTO metadata (photo, owner, digest, title, description, tags, taken, uploaded_at, license,
      license_url, page, latitude, longitude)
    SELECT photo.id, owner.id, 0, coalesce(json_extract(entry, '$.title'), ''),
      json_extract(entry, '$.about'), nullif(json_extract(entry, '$.tags'), '[]'),
      json_extract(entry, '$.takenAt'), json_extract(entry, '$.uploadedAt'), license.id, terms.id,
      coalesce(json_extract(entry, '$.pageURL'), ''), json_extract(entry, '$.latitude'),
      json_extract(entry, '$.longitude')
    FROM listing JOIN photo USING (id)
      JOIN owner ON owner.site = photo.site AND owner.key = json_extract(entry, '$.owner')
      LEFT JOIN term AS license ON license.text = json_extract(entry, '$.license.name')
      LEFT JOIN term AS terms ON terms.text = json_extract(entry, '$.license.url')
    WHERE json_valid(entry) ORDER BY photo.id;
    """
}
