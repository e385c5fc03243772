/**
 * The administration of secondary indexes: declaring and dropping them, and the work in slices that fills and sweeps them.
 *
 * <p>An index goes through two states. While it is {@code BACKFILLING}, every write keeps its entries, and a backfill adds those of older
 * entities. When every shard has finished, it becomes {@code READABLE}, and queries use it. A unique index has a second backfill in between,
 * of claims, and becomes {@code FAILED} if two entities want one.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>No entity is missed. The catalog shows the index before a shard is offered the first slice of its backfill. A write that the shard
 *       evaluates after the slice sees the index and makes the entry; a write before it is in the private tree that the slice reads.
 *   <li>A slice and its position are one record of the log. After a crash the backfill continues at the position.
 *   <li>A removal of a range leaves entries without an entity. Its turn also stores the markers that make the shard sweep them, so no sweep
 *       can end between the two. While page files have no room it stores none; the entries then stay until a later removal, which
 *       does no harm.
 *   <li>The backfill of claims begins after that of entries has ended in every shard, so it finds all older entities in the published versions.
 *       Each of its slices is one joint command that checks the entities, takes their claims, and stores the position.
 *   <li>A removal of entities without their claims leaves a marker in its own shard, in the same turn. One sweep for each index
 *       visits the claims of all shards, and a sweep that a later removal has made due again keeps the marker.
 *   <li>A few backfills run at once, the others wait in the order of their declarations, and a declaration beyond those that may wait is refused
 *       ({@code Backfills}). Writes keep an index up to date while it waits.
 *   <li>One change of definitions is in flight for each table, so a change writes the whole list of indexes into the table's row.
 * </ul>
 *
 * <p>Threads: backfills and sweeps are walks of the shards ({@link io.weir.engine.walk}), each in a single pass. Changes of definitions run on
 * the loop of the shard that owns the account's catalog partition.
 *
 * <p>Failures: a slice that is refused is repeated until the index is dropped or the store closes.
 *
 * <p>Start reading at {@link io.weir.engine.indexing.Indexing}.
 */
@NullMarked
package io.weir.engine.indexing;

import org.jspecify.annotations.NullMarked;
