extension Schema {
  /// Photos that leave the mirror and come back, and which passes may judge them. An earlier version did not
  /// record doubts, so its passes judge nothing.
  static let departures = """
    ALTER TABLE pass ADD COLUMN doubt TEXT;
    UPDATE pass SET doubt = 'earlier version';
    ALTER TABLE source ADD COLUMN withdrawn_at INTEGER;
    CREATE TABLE departure (
      photo INTEGER PRIMARY KEY REFERENCES photo (id),
      state TEXT NOT NULL,
      is_forgotten INTEGER NOT NULL,
      since INTEGER NOT NULL,
      reason TEXT NOT NULL,
      place TEXT
    ) STRICT;
    DROP VIEW photos;
    CREATE VIEW photos AS
    SELECT photo.id, site.text AS site, photo.key,
      CASE WHEN departure.is_forgotten = 1 THEN 'forgotten'
        WHEN departure.state IN ('leaving', 'trashed', 'returning') THEN 'trashed'
        WHEN departure.state = 'deleted' THEN 'deleted'
        WHEN is_mirrored = 1 THEN 'mirrored' WHEN is_deferred = 1 OR failure IS NULL THEN 'waiting'
        WHEN retry_at IS NULL THEN 'failed' ELSE 'unavailable' END AS state,
      \(path) AS path, title, description, coalesce(tags, '[]') AS tags,
      owner.key AS owner, owner.name AS owner_name, taken, uploaded_at,
      license.text AS license, terms.text AS license_url,
      iif(metadata.page IS NULL, replace(owner.page, '{key}', photo.key), nullif(metadata.page, ''))
        AS page_url,
      latitude, longitude, metadata.place, privacy, media, replaced_at, departure.since AS gone_since
    FROM photo
      LEFT JOIN term AS site ON site.id = photo.site
      LEFT JOIN metadata ON metadata.photo = photo.id
      LEFT JOIN owner ON owner.id = metadata.owner
      LEFT JOIN term AS license ON license.id = metadata.license
      LEFT JOIN term AS terms ON terms.id = metadata.license_url
      LEFT JOIN file ON file.photo = photo.id
      LEFT JOIN departure ON departure.photo = photo.id;
    DROP VIEW passes;
    CREATE VIEW passes AS
    SELECT source, address, number, is_limited, is_resumed, started_at, ended_at, outcome, reason,
      pages, listed, total, refused, doubt
    FROM pass JOIN source ON source.id = pass.source;
    CREATE VIEW departures AS
    SELECT departure.photo, site.text AS site, photo.key, \(path) AS path, departure.state,
      is_forgotten, since, reason, place
    FROM departure JOIN photo ON photo.id = departure.photo
      LEFT JOIN term AS site ON site.id = photo.site
      LEFT JOIN file ON file.photo = photo.id;
    """
}
