/**
 * Checkpoints of pages: the files from which a store starts without a rebuild.
 *
 * <pre>
 * DIR/CHECKPOINT       the manifest: see {@link io.weir.engine.checkpoint.CheckpointManifest}
 * DIR/checkpoints/N    leaf directories that checkpoint N wrote: see {@link io.weir.engine.checkpoint.DirectoryWriter}
 * DIR/pages/S/         page files of shard S, see {@link io.weir.engine.page.extent}
 * </pre>
 *
 * <p>A leaf page never changes, and its place in its page file follows from its id. A checkpoint is therefore a list of the leaves of each shard, with fence, page id, length and checksum,
 * over page files that were forced. It is written in this order:
 *
 * <ol>
 *   <li>Each shard's published version is captured on the shard's loop. From here on, the place of a page that the version or an earlier one reaches is not used again before this
 *       checkpoint, or for pages that this version still reaches the next one, is durable ({@code Limbo}).
 *   <li>The log is durable up to everything that the versions contain.
 *   <li>The page files are forced, and their names.
 *   <li>The leaf directories are written: what has changed since the last checkpoint, or a new base when the increments are longer than half of it. They are forced, and
 *       their names.
 *   <li>The manifest is replaced by a rename, and its folder forced. The checkpoint is durable.
 *   <li>Places that waited for it are used again, and directories that no manifest names are deleted.
 * </ol>
 *
 * <p>A crash in any step leaves the checkpoint before, whose pages nobody has overwritten. The versions are captured one after another while shards write, so a checkpoint may
 * contain changes after its log position. Log records hold after-images, so replaying them gives the state at the log's end, as with a snapshot.
 *
 * <p>A start believes the manifest, the directories that it names by length and checksum, and nothing else: not the look-up of a map, not the length or time of a page file,
 * not a frame that no directory names. It does not read pages. Each page is compared with its checksum before its first use.
 *
 * <p><b>Torn blocks.</b> A place is whole blocks of 4 KiB, so a write that a power cut interrupts touches no page but its own, on disks with sectors of 512 bytes and of 4 KiB.
 *
 * <p><b>Failed forces.</b> After a failed force of a page file nothing is known about any page written since the last one, and the file is never trusted again: its shard is rebuilt
 * into new files, from the pages of the last checkpoint, which were forced before it was written, and the log since. The files that the last checkpoint names stay until
 * the next one is durable.
 *
 * <p><b>The only copy.</b> The log is cut at the last checkpoint, so nothing else holds the entities of a page that the disk has changed. {@code CheckpointEntries} reads a
 * checkpoint with all checksums, for rebuilds, backups and checks.
 *
 * <p>Everything else that a store keeps is in the trees as well (tables, indexes, claims, queues, consumers) or in the log (change feeds). The manifest adds the two counters, of
 * Timestamps and of table ids, that must not go back.
 *
 * <p>An orderly stop writes a last checkpoint at the end of the log. The next start then replays nothing.
 *
 * <p>Sources: LMDB and bbolt (copy-on-write, pages freed when no durable version names them), WAFL (consistency points), RocksDB (a manifest of immutable files), WiredTiger
 * (checkpoints beside a log).
 *
 * <p>Threads: everything here blocks, and runs on one thread for each shard.
 *
 * <p>Failures: {@link io.weir.engine.checkpoint.CheckpointInvalid} says what does not hold.
 *
 * <p>Start with {@link io.weir.engine.checkpoint.CheckpointManifest}.
 */
@NullMarked
package io.weir.engine.checkpoint;

import org.jspecify.annotations.NullMarked;
