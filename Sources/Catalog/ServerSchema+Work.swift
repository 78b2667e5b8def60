/// The tables of workers that share a server's catalog. An SQLite file has one user, and none of them.
extension ServerSchema {
  /// A worker's lease is in its own row and covers all its photos, so that a heartbeat writes one row. Rows of
  /// `job` are deleted when their photos are stored; the indexes cover queued, claimed and dead jobs.
  static let work = """
    CREATE TABLE worker (
      \(id),
      name \(text) NOT NULL,
      program \(text) NOT NULL,
      started_at timestamptz NOT NULL DEFAULT now(),
      seen_at timestamptz NOT NULL DEFAULT now(),
      lease_until timestamptz NOT NULL,
      stored bigint NOT NULL DEFAULT 0,
      failed bigint NOT NULL DEFAULT 0,
      byte_count bigint NOT NULL DEFAULT 0
    ) WITH (fillfactor = 50);
    CREATE TABLE job (
      photo bigint PRIMARY KEY,
      source bigint NOT NULL,
      state smallint NOT NULL DEFAULT 0,
      not_before timestamptz NOT NULL DEFAULT now(),
      worker bigint,
      token bigint NOT NULL DEFAULT 0,
      attempts integer NOT NULL DEFAULT 0,
      is_address_lost smallint NOT NULL DEFAULT 0,
      reason \(text)
    ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01);
    CREATE INDEX job_queued ON job (source, not_before, photo) WHERE state = 0;
    CREATE INDEX job_claimed ON job (worker) WHERE state = 1;
    CREATE INDEX job_dead ON job (source) WHERE state = 2;
    CREATE TABLE work_order (
      id smallint PRIMARY KEY CHECK (id = 1),
      name \(text) NOT NULL,
      last_worker bigint NOT NULL
    );
    CREATE TABLE work_listing (
      source bigint PRIMARY KEY,
      ended_at timestamptz NOT NULL
    );
    CREATE TABLE call_budget (
      host \(text) NOT NULL,
      key_digest \(text) NOT NULL,
      seconds bigint NOT NULL,
      tokens double precision NOT NULL,
      noted_at timestamptz NOT NULL,
      PRIMARY KEY (host, key_digest, seconds)
    ) WITH (fillfactor = 50);
    CREATE TABLE host_pause (
      host \(text) PRIMARY KEY,
      closed_until timestamptz NOT NULL
    );

    """
}
