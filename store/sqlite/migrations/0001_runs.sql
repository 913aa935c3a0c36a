-- A slot is one 63-bit number for a place: owner << 40 | index << 12 | trial. The owner is runs.id or
-- scorings.id. Rows of one run lie together and in order, found without any second index.

CREATE TABLE runs (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    run           TEXT UNIQUE, -- NULL: deleted, its rows not yet collected
    task          TEXT NOT NULL,
    task_version  TEXT NOT NULL,
    model         TEXT NOT NULL,
    protocol      TEXT NOT NULL,
    compat        TEXT NOT NULL,
    status        TEXT NOT NULL,
    started       TEXT NOT NULL, -- UTC with nanoseconds, sortable
    ended         TEXT NOT NULL, -- '' while it runs
    trials        INTEGER NOT NULL,
    seed          INTEGER NOT NULL, -- the bits of a uint64
    config        TEXT NOT NULL,
    deft          TEXT NOT NULL,
    data          TEXT NOT NULL,
    prompts       TEXT NOT NULL,
    served_model  TEXT NOT NULL,
    wall          REAL NOT NULL,
    -- Sums over run_samples and attempts, kept with every write so that a list of runs reads no attempt.
    samples       INTEGER NOT NULL DEFAULT 0,
    done          INTEGER NOT NULL DEFAULT 0,
    errors        INTEGER NOT NULL DEFAULT 0,
    input_tokens  INTEGER NOT NULL DEFAULT 0,
    output_tokens INTEGER NOT NULL DEFAULT 0,
    priced        INTEGER NOT NULL DEFAULT 0, -- attempts whose cost is known
    cost          REAL NOT NULL DEFAULT 0
) STRICT;

-- The ids of tools and samples come from the table counters: AUTOINCREMENT would write its own table
-- with every row.
CREATE TABLE tools (
    id   INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE, -- tool.Spec.Hash
    body TEXT NOT NULL
) STRICT;

CREATE TABLE samples (
    id    INTEGER PRIMARY KEY,
    short INTEGER NOT NULL UNIQUE, -- a 64-bit hash of tools and body; where it is taken, the next number
    tools TEXT NOT NULL,           -- JSON array of tools.id
    body  TEXT NOT NULL            -- the sample without its tools
) STRICT;

CREATE TABLE run_samples (
    slot   INTEGER PRIMARY KEY, -- trial 0
    run    INTEGER NOT NULL,
    name   TEXT NOT NULL,
    sample INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX run_samples_name ON run_samples (run, name);

CREATE TABLE attempts (
    slot          INTEGER PRIMARY KEY,
    done          INTEGER NOT NULL, -- 1: completed, 0: ended in error
    input_tokens  INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    cost          REAL
) STRICT;

CREATE TABLE transcripts (
    slot INTEGER PRIMARY KEY,
    body TEXT NOT NULL
) STRICT;

CREATE TABLE scorings (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    run    INTEGER NOT NULL,
    scorer TEXT NOT NULL,
    seq    INTEGER NOT NULL, -- the higher, the later it last scored
    UNIQUE (run, scorer)
) STRICT;

CREATE TABLE scores (
    slot INTEGER PRIMARY KEY, -- owner: scorings.id
    body TEXT NOT NULL
) STRICT;

-- One row.
CREATE TABLE counters (
    generation  INTEGER NOT NULL, -- rises whenever ids that another process may remember cease to hold
    last_tool   INTEGER NOT NULL, -- the highest id ever given: none is given again
    last_sample INTEGER NOT NULL
) STRICT;
INSERT INTO counters VALUES (1, 0, 0);
