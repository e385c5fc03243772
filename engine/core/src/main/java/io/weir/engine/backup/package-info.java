/**
 * Backups of a store that goes on serving, and new stores made of them.
 *
 * <pre>
 * NAME/BACKUP            what this is: whose, from when, which points can be restored, every file with length and checksum
 * NAME/MANIFEST          as in the store: names the snapshot, if there was one
 * NAME/snapshot-*.weir   the snapshot that counted
 * NAME/log/              the log behind it, up to the moment of the backup
 * </pre>
 *
 * <p>A backup is a copy, not a link: what spoils a file of the store leaves it alone. It is laid down under another name, read back and
 * verified, and gets its own name last, so a folder of that name is whole. It takes the snapshot that counts and the whole log behind
 * it, rather than a new snapshot: that is what lets {@link io.weir.engine.backup.Restore} go back to points before the backup.
 *
 * <p><b>Points in the log.</b> A restored store holds the records of the log up to a point, each whole and with it its batch, and none
 * behind: a state in which a crash at that point would have left the store. The snapshot was read while writes went on and may show
 * what was logged up to the position where its writing ended; a point before that cannot be had, and the earliest that can is told.
 *
 * <p>Threads: everything here blocks and belongs to the thread that asked.
 *
 * <p>Failures: {@link io.weir.engine.backup.BackupRefused} with what to do; {@link java.io.IOException} where the disk fails.
 *
 * <p>Start reading at {@link io.weir.engine.backup.Backup}.
 */
@NullMarked
package io.weir.engine.backup;

import org.jspecify.annotations.NullMarked;
