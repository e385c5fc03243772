/**
 * Online backups of a store, restores of a backup to a new store or of one table, and repairs of a
 * store from a backup.
 *
 * <pre>
 * NAME/BACKUP            the manifest: store, time, restorable points, every file with its length and checksum
 * NAME/leaves            the leaves of the store's last checkpoint, in key order, and the place of each block: {@code LeafList}
 * NAME/pages-*           blocks, each with the entries of a leaf: {@code LeafBlock}, {@code Chunks}
 * NAME/log/              the log after the checkpoint, up to the moment of the backup
 * NAME/MANIFEST, NAME/snapshot-*.weir   as in the store, in place of leaves and blocks: in backups of earlier versions, and of a store that was restored and has no checkpoint yet
 * </pre>
 *
 * <p>Later damage to a file of the store does not reach a backup, because it is a copy. The copy is
 * written under another name, read back and verified, and renamed last. A folder with the backup's
 * name is therefore complete. The backup pins the last checkpoint
 * ({@link io.weir.engine.checkpoint}) and takes it with the whole log after it instead of a new
 * checkpoint. {@link io.weir.engine.backup.Restore} can therefore go back to points before the
 * backup. A damaged page of the checkpoint ends the backup.
 *
 * <p><b>What an earlier backup has is not copied again</b> ({@code PageCopies}). Invariants:
 *
 * <ol>
 *   <li>Each backup is whole: its folder has every file that its manifest names. A file that two
 *       backups have is one file with two names (a hard link), or two copies where the file system
 *       has no links. Any backup may be deleted, by any tool and without a look at the others.
 *   <li>A file of blocks never changes after it is complete. An interrupted backup or deletion has
 *       changed no file of another one.
 *   <li>A block is shared only if the leaf in the earlier backup has the same fence, the same
 *       length, and the same CRC-32C and CRC-32 as the block made of the page now. The page is read
 *       and compared with its checksum in any case, so each backup verifies the whole checkpoint,
 *       and a damaged page ends it. Where the page was does not matter.
 *   <li>A file is shared only after it was compared with its checksum. A damaged file of an earlier
 *       backup is not used; its blocks are copied from the store again.
 *   <li>At least half of the bytes of each shared file are blocks of this backup. The blocks of
 *       emptier files are copied, so a backup takes at most twice the room of its blocks.
 * </ol>
 *
 * <p>The files of the newest backup of the same store beside the new one are shared; their
 * manifests and lists are read as streams, so memory does not grow with the store. Sources:
 * RocksDB's BackupEngine shares whole files and counts their uses; rsync and Cassandra share by
 * hard links and count nothing.
 *
 * <p><b>Points in the log.</b> A restored store holds the records of the log up to a point, whole
 * batches only, and no later record. This is the state that a crash at that point would have left.
 * The checkpoint was written while writes went on and may hold records up to the position at which
 * all shards were captured. Earlier points cannot be restored; a refusal names the earliest one.
 *
 * <p><b>Repairs.</b> {@link io.weir.engine.backup.Repair} replaces damaged pages of a stopped
 * store. Invariants:
 *
 * <ol>
 *   <li>The ranges of keys of the damaged pages get what the backup has in them, with the changes
 *       of the log from the backup's position up to the position at which the log follows the
 *       store's checkpoint. This is what the damaged pages held, or with later changes that a start
 *       replays again.
 *   <li>The log between must be whole: from the backup's position to its end in the backup, from
 *       there to the checkpoint in the store. Otherwise nothing is changed, and the refusal says up
 *       to which time a restore goes back.
 *   <li>Damaged shards are filled anew beside their page files. These, the manifest and the log
 *       stay until a new checkpoint is durable, so an interrupted repair has changed nothing.
 *   <li>Only what is needed of the backup is read, and each block is compared with its checksums.
 * </ol>
 *
 * <p><b>One table.</b> {@link io.weir.engine.backup.TableAtPoint} reads a table as it was at a
 * point, of a backup and the log after it. Invariants:
 *
 * <ol>
 *   <li>An entity is the last one that the log up to the point has under its key; if the log does
 *       not tell of the key, the one in the leaf, unless the log removes a range with the key.
 *       Changes that a fuzzy checkpoint contains already are applied again, with the same result.
 *   <li>Of other tables nothing is read but the list of leaves, the catalog, what shares a leaf
 *       with the table or the catalog, and records of the log.
 *   <li>Each leaf, the list, and each record are compared with their checksums when they are read.
 *   <li>Memory is bounded by {@code TableChanges}, whatever the log and the table have.
 * </ol>
 *
 * <p>Threads: all methods block and run on the caller's thread.
 *
 * <p>Failures: {@link io.weir.engine.backup.BackupRefused}, which says what to do;
 * {@link java.io.IOException} when the disk fails.
 *
 * <p>Start reading at {@link io.weir.engine.backup.Backup}.
 */
@NullMarked
package io.weir.engine.backup;

import org.jspecify.annotations.NullMarked;
