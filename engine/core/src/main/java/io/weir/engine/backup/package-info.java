/**
 * Online backups of a store, and restores of a backup to a new store.
 *
 * <pre>
 * NAME/BACKUP            the manifest: store, time, restorable points, every file with its length and checksum
 * NAME/MANIFEST          as in the store: names the snapshot, if there is one
 * NAME/snapshot-*.weir   the entries of the store's last checkpoint, as a snapshot
 * NAME/log/              the log after the checkpoint, up to the moment of the backup
 * </pre>
 *
 * <p>A backup is a copy, not a link. Later damage to a file of the store does not reach it. The copy is written under another name, read
 * back and verified, and renamed last. A folder with the backup's name is therefore complete. The backup takes the last checkpoint and
 * the whole log after it instead of a new checkpoint. {@link io.weir.engine.backup.Restore} can therefore go back to points before the
 * backup. A damaged page of the checkpoint ends the backup.
 *
 * <p><b>Points in the log.</b> A restored store holds the records of the log up to a point, whole batches only, and no later record. This
 * is the state that a crash at that point would have left. The checkpoint was written while writes went on and may hold records up to the
 * position at which all shards were captured. Earlier points cannot be restored; a refusal names the earliest one.
 *
 * <p>Threads: all methods block and run on the caller's thread.
 *
 * <p>Failures: {@link io.weir.engine.backup.BackupRefused}, which says what to do; {@link java.io.IOException} when the disk fails.
 *
 * <p>Start reading at {@link io.weir.engine.backup.Backup}.
 */
@NullMarked
package io.weir.engine.backup;

import org.jspecify.annotations.NullMarked;
