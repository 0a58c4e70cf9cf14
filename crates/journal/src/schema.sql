-- The layout of a run's database. A change of it is a new `schema::VERSION`.
-- docs/journal.md says what every column means; a test compares the two.
--
-- Everything but `stamp` and `event` is a pure function of recipe, seed and
-- program: an unbroken run and a resumed one hold the same rows. Not-a-number
-- is NULL, counts are 64-bit patterns.

-- One row.
CREATE TABLE run (
    recipe   TEXT    NOT NULL,
    seed     INTEGER NOT NULL,
    version  TEXT    NOT NULL,
    command  TEXT    NOT NULL,
    finished INTEGER NOT NULL
) STRICT;

-- The last three columns say what scores mean in it.
CREATE TABLE phase (
    phase          INTEGER PRIMARY KEY,
    name           TEXT    NOT NULL,
    unit           TEXT    NOT NULL,
    trial          TEXT    NOT NULL,
    less_is_better INTEGER NOT NULL
) STRICT;

CREATE TABLE deme (
    phase  INTEGER NOT NULL,
    deme   INTEGER NOT NULL,
    method TEXT    NOT NULL,
    PRIMARY KEY (phase, deme)
) STRICT, WITHOUT ROWID;

CREATE TABLE gene (
    phase    INTEGER NOT NULL,
    position INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    PRIMARY KEY (phase, position)
) STRICT, WITHOUT ROWID;

-- Its organisms are the rows `first` to `first + size - 1` of the next table.
CREATE TABLE generation (
    phase       INTEGER NOT NULL,
    generation  INTEGER NOT NULL,
    best        REAL,
    mean        REAL,
    spread      REAL,
    best_score  REAL,
    mean_score  REAL,
    trial_score REAL,
    solved      REAL,
    games       INTEGER NOT NULL,
    positions   INTEGER NOT NULL,
    nodes       INTEGER NOT NULL,
    first       INTEGER NOT NULL,
    size        INTEGER NOT NULL,
    PRIMARY KEY (phase, generation)
) STRICT, WITHOUT ROWID;

-- Numbered through the whole run: a key of one number that only grows takes a
-- quarter less time to write than (phase, generation, position).
CREATE TABLE organism (
    id      INTEGER PRIMARY KEY,
    deme    INTEGER NOT NULL,
    fitness REAL,
    stderr  REAL,
    score   REAL,
    origin  TEXT    NOT NULL,
    genes   BLOB    NOT NULL -- in the order of `gene`; see genes.rs
) STRICT;

-- Of the generation before.
CREATE TABLE parent (
    child    INTEGER NOT NULL,
    position INTEGER NOT NULL,
    parent   INTEGER NOT NULL,
    PRIMARY KEY (child, position)
) STRICT, WITHOUT ROWID;

-- Organisms that are programs, as text, unless they are copies of others.
CREATE TABLE program (
    id   INTEGER PRIMARY KEY,
    text TEXT    NOT NULL
) STRICT;

-- One row at most: the latest.
CREATE TABLE checkpoint (
    id         INTEGER PRIMARY KEY CHECK (id = 0),
    phase      INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    bytes      BLOB    NOT NULL,
    hash       BLOB    NOT NULL -- of the bytes: BLAKE3
) STRICT;

-- When each generation was recorded.
CREATE TABLE stamp (
    phase      INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    unix_ms    INTEGER NOT NULL,
    PRIMARY KEY (phase, generation)
) STRICT, WITHOUT ROWID;

CREATE TABLE event (
    id      INTEGER PRIMARY KEY,
    unix_ms INTEGER NOT NULL,
    kind    TEXT    NOT NULL,
    text    TEXT    NOT NULL
) STRICT;

-- What was found out in the end and is not to be found out again.
CREATE TABLE finding (
    name TEXT PRIMARY KEY,
    text TEXT NOT NULL
) STRICT, WITHOUT ROWID;
