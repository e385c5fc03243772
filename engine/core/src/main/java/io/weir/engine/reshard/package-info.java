/**
 * Rewrites a stopped store with another number of partition groups.
 *
 * <p>The number of groups and the hash that assigns partitions to them are part of a store's format, so a store that outgrows its groups is
 * written anew. {@link io.weir.engine.reshard.Reshard} opens the old store, which recovers it, and reads the published version of each shard.
 * Entities, rows of the catalog and messages keep their keys and stored forms, and with them their Timestamps and ETags; their keys alone
 * decide the new group. Entries and claims of indexes name their group, so they are computed anew from the entities. All of it becomes the log of a new
 * store, which is opened, verified against the old one, and given a snapshot. Then it takes the place of the old one.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>The old store keeps all its entities until the new one is complete, verified and durable.
 *   <li>A crash at any moment leaves the old store or the new one at the name of the folder; see {@link
 *       io.weir.engine.disk.FolderReplacement}.
 *   <li>New Timestamps are above those of the old store.
 *   <li>Memory is bounded: a record of 64 KiB for each new group, and what an open store takes.
 * </ul>
 *
 * <p>What does not come along: the log, so that the change feed begins anew and named consumers lose their positions, as after a restore.
 *
 * <p>Threads: everything blocks and runs on the caller's thread. Failures: {@link io.weir.engine.reshard.ReshardRefused}, which says what to
 * do; {@link java.io.IOException} when the disk fails.
 */
@NullMarked
package io.weir.engine.reshard;

import org.jspecify.annotations.NullMarked;
