/**
 * The files from which a store starts: checkpoints of pages, and snapshots.
 *
 * <p>A checkpoint of pages lets a store start without a rebuild. A snapshot has the clustered index
 * of all shards in one file; a store is rebuilt from it.
 *
 * <pre>
 * DIR/CHECKPOINT       the manifest: see {@link io.weir.engine.checkpoint.CheckpointManifest}
 * DIR/checkpoints/N    leaf directories that checkpoint N wrote: see {@link io.weir.engine.checkpoint.DirectoryWriter}
 * DIR/checkpoints/N-S  records of shard S, which checkpoint N has left out: see {@link io.weir.engine.checkpoint.SetAsideRecords}
 * DIR/pages/S/         page files of shard S, see {@link io.weir.engine.page.extent}
 * </pre>
 *
 * <p>A leaf page never changes, and its place in its page file follows from its id. A checkpoint is
 * therefore a list of the leaves of each shard over page files that were forced. The list has the
 * fence, page id, length and checksum of each leaf. The store writes a checkpoint in this order:
 *
 * <ol>
 *   <li>Each shard's loop captures the shard's published version. From here on, {@code Limbo} keeps
 *       the place of each page that the version or an earlier one reaches: until this checkpoint is
 *       durable, or, for pages that this version still reaches, until the next one is.
 *   <li>The log becomes durable up to everything that the versions contain.
 *   <li>The page files are forced, and their names.
 *   <li>The leaf directories are written: what has changed since the last checkpoint, or a new base
 *       when the increments are longer than half of the base. The base joins the parts before it,
 *       or is made from memory if one of them cannot be read. They are forced, and their names.
 *   <li>A rename replaces the manifest, and the manifest's folder is forced. The checkpoint is
 *       durable. If the force fails, either manifest may be the one that a start finds, and nothing
 *       is deleted before a later one is durable.
 *   <li>The places that waited for the checkpoint are used again, and the directories that no
 *       manifest names are deleted.
 * </ol>
 *
 * <p>A crash in any step leaves the checkpoint before, whose pages nothing has overwritten. Shards
 * write while their versions are captured one after another, so a checkpoint may contain changes
 * after its log position. Log records hold after-images, so replaying them gives the state at the
 * log's end.
 *
 * <p>A start trusts the manifest, and the directories that the manifest names with length and
 * checksum. It trusts nothing else: not the look-up of a map, not the length or time of a page
 * file, not a place that no directory names. It does not read pages. Each page is compared with its
 * checksum before its first use.
 *
 * <p><b>Torn blocks.</b> A place consists of whole blocks of 4 KiB. On disks with sectors of 512
 * bytes or of 4 KiB, a write that a power cut interrupts therefore damages only its own page.
 *
 * <p><b>Failed forces.</b> After a failed force of a page file nothing is known about any page that
 * was written since the last force. The store never trusts the file again. It rebuilds the shard
 * into new files, from the log and from the pages of the last checkpoint, which were forced before
 * the checkpoint was written. The files that the last checkpoint names stay until the next one is
 * durable.
 *
 * <p><b>Shards that are left out.</b> A shard that stays refused is not captured. The checkpoint
 * names the same files and leaves for it as the last one, and a file of {@code SetAsideRecords}:
 * the records of the shard that the log still has, up to its last one. The shard logs nothing
 * meanwhile, so the file does not grow, and the log is cut as if the shard were captured. A start,
 * a rebuild of the shard and a check apply the records that the pages lack before they go on with
 * the log; a repair applies the earlier ones, too. The first checkpoint that captures the shard
 * again drops the file.
 *
 * <p><b>Pinned checkpoints.</b> A backup reads the last checkpoint for as long as it takes, while
 * later ones are written. It pins the checkpoint: no place of a page that the checkpoint names is
 * used again, no file that it names is deleted, and the log after it is kept. A page that was
 * written after the pin is in no pinned checkpoint, so its place follows the rule for all places. A
 * pin therefore keeps at most as many bytes as the checkpoint has pages, however long it lasts and
 * however much is written. Page files grow meanwhile. When they cannot grow, or the log cannot, the
 * pin is given up and not the writes. Its reader notices, because it compares every page and
 * directory with the checksums of the checkpoint, and tells why. (A long reader of LMDB keeps all
 * that is freed after it began; FoundationDB ends one that is too old.)
 *
 * <p><b>The only copy.</b> The log is cut at the last checkpoint. When the disk changes a page of
 * the checkpoint, nothing else holds the page's entities. {@code CheckpointEntries} reads a
 * checkpoint and verifies all checksums, for rebuilds, backups and checks.
 *
 * <p>Everything else that a store keeps is in the trees as well (tables, indexes, claims, queues,
 * consumers) or in the log (change feeds). The manifest adds two counters that must not go back: of
 * Timestamps and of table ids.
 *
 * <p>An orderly stop writes a last checkpoint at the end of the log, so the next start replays
 * nothing.
 *
 * <p><b>Snapshots.</b> A snapshot is <em>fuzzy</em>, because the checkpoint is from which it is
 * written: it may contain changes later than its position, and half of a batch. It contains
 * everything that was logged before its position, so replaying the log from there gives the state
 * at the log's end. Source: the fuzzy checkpoints of ARIES (Mohan et al., ACM TODS 17(1), 1992),
 * with physical after-images in place of its page versions. A snapshot becomes current when the
 * manifest names it: the snapshot is forced, an atomic rename replaces the manifest, and the folder
 * is forced. A backup has a snapshot, and so has a store that was restored or is of a version
 * without checkpoints of pages. Such a store is rebuilt from it, and deletes it when its first
 * checkpoint is durable. An open store writes none.
 *
 * <p>Sources: LMDB and bbolt (copy-on-write, pages freed when no durable version names them), WAFL
 * (consistency points), RocksDB (a manifest of immutable files), WiredTiger (checkpoints beside a
 * log).
 *
 * <p>Threads: everything here blocks. A checkpoint has one thread for each shard, a snapshot
 * belongs to a work thread.
 *
 * <p>Failures: {@link io.weir.engine.checkpoint.CheckpointInvalid} says which part of a checkpoint
 * is invalid, {@link io.weir.engine.checkpoint.SnapshotDamaged} names file and offset;
 * {@link java.io.IOException} when the disk fails.
 *
 * <p>Start with {@link io.weir.engine.checkpoint.CheckpointManifest} and
 * {@link io.weir.engine.checkpoint.Snapshots}.
 */
@NullMarked
package io.weir.engine.checkpoint;

import org.jspecify.annotations.NullMarked;
