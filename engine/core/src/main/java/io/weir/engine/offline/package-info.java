/**
 * Work on a store that no process has open: verifying it, rewriting it with another number of
 * partition groups, and making a store of its own of a node's copy.
 *
 * <p><b>The check.</b> {@link io.weir.engine.offline.StoreCheck} verifies a closed store or a
 * backup: every file, every checksum, every entry. It reports all damage, not only the first. It
 * reads the store and changes nothing in it; the one thing that it takes is the store's lock. A
 * store that it calls sound can be opened, and a store that cannot be opened it calls damaged. It
 * also reports, as damage, pages of the last checkpoint whose checksums do not match; a start uses
 * such pages without reading them first. Conditions that a start repairs by itself, such as a torn
 * end of the log, are remarks.
 *
 * <p>When all else is sound, the check compares the entries of indexes with the entities. An entity
 * that lacks the entry of a readable index is damage, because queries miss it. So is an entity that
 * does not hold the claim to its values in a unique index, because another entity could take them.
 * An entry without an entity is a remark, because queries test each entry.
 *
 * <p><b>The rehearsal.</b> {@link io.weir.engine.offline.RestoreRehearsal} restores a backup or the
 * end of an archive into a temporary folder, opens the store, and compares each table with what
 * blocks and log have, read without the restore.
 *
 * <p><b>Resharding.</b> The number of groups and the hash that assigns partitions to them are part
 * of a store's format, so a store that outgrows its groups is written anew.
 * {@link io.weir.engine.offline.Reshard} opens the old store, which recovers it, and reads the
 * published version of each shard. Entities, rows of the catalog and messages keep their keys and
 * stored forms, and with them their Timestamps and ETags; their keys alone decide the new group.
 * Entries and claims of indexes name their group, so they are computed anew from the entities. All
 * of it becomes the log of a new store, which is opened, verified against the old one, and given a
 * snapshot. Then it takes the place of the old one.
 *
 * <p>Invariants of resharding:
 *
 * <ul>
 *   <li>The old store keeps all its entities until the new one is complete, verified and durable.
 *   <li>A crash at any moment leaves the old store or the new one at the name of the folder; see
 *       {@link io.weir.engine.disk.FolderReplacement}.
 *   <li>New Timestamps are above those of the old store.
 *   <li>Memory is bounded: a record of 64 KiB for each new group, and what an open store takes.
 * </ul>
 *
 * <p>What does not come along: the log, so that the change feed begins anew and named consumers
 * lose their positions, as after a restore.
 *
 * <p><b>Promotion.</b> {@link io.weir.engine.offline.SurvivingCopy} opens the copy of a stopped
 * node as one that meets no other node, tells how far it reaches, and writes a backup of it as a
 * new store. The node's folder keeps its content and its place in the agreed sequence, so the node
 * can still take part if the others come back. The new store has an identity of its own, because it
 * goes on from a position after which the cluster may have logged other changes.
 *
 * <p>Threads: everything here blocks and belongs to the calling thread.
 *
 * <p>Failures: {@link io.weir.engine.offline.CannotCheck} if there is nothing to verify or the
 * store is in use; {@link io.weir.engine.offline.ReshardRefused}, which says what to do;
 * {@link java.io.IOException} if the disk fails.
 *
 * <p>Start with {@link io.weir.engine.offline.StoreCheck} and
 * {@link io.weir.engine.offline.Reshard}.
 */
@NullMarked
package io.weir.engine.offline;

import org.jspecify.annotations.NullMarked;
