package sqlite

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
)

// The steps of the schema in the order of their names. A step that was released is never edited: a
// change is a new file.
//
//go:embed migrations/*.sql
var migrations embed.FS

// application marks the file as a store of deft's ("deft" in ASCII, SQLite's application_id).
const application = 0x64656674

// migrate brings the schema to the newest version. The version is the number of steps taken, kept in
// SQLite's user_version. This is done here and not by a migration library because all that is needed
// is the loop below, where the library looked at adds 1.1 MB to the binary.
func migrate(k *conn) error {
	steps, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
	version, err := recognise(k, len(steps))
	if err != nil || version == int64(len(steps)) {
		return err
	}
	return k.transact(func() error {
		// Another process may have been faster.
		version, err := recognise(k, len(steps))
		if err != nil {
			return err
		}
		for ; version < int64(len(steps)); version++ {
			sql, err := migrations.ReadFile(steps[version])
			if err != nil {
				return err
			}
			if err := k.script(string(sql)); err != nil {
				return fmt.Errorf("migration %s: %w", strings.TrimPrefix(steps[version], "migrations/"), err)
			}
		}
		return k.script(fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", application, version))
	})
}

// recognise gives the version of the schema, 0 for an empty file, and refuses what deft of this
// version cannot use.
func recognise(k *conn, known int) (int64, error) {
	version, _, err := k.number("PRAGMA user_version")
	if err != nil {
		return 0, err
	}
	app, _, err := k.number("PRAGMA application_id")
	if err != nil {
		return 0, err
	}
	if app != application {
		n, _, err := k.number("SELECT count(*) FROM sqlite_schema")
		if err != nil {
			return 0, err
		}
		if n > 0 || version != 0 || app != 0 {
			return 0, errForeign
		}
	}
	if version > int64(known) {
		return 0, fmt.Errorf("it was written by a newer deft (schema %d, this one knows %d): update deft, or name another store", version, known)
	}
	return version, nil
}
