/**
 * Secondary indexes at work: declaring and dropping them, the work in slices that fills and sweeps
 * them, and writes to tables with unique indexes.
 *
 * <p>An index goes through two states. While it is {@code BACKFILLING}, every write keeps its
 * entries, and a backfill adds those of older entities. When every shard has finished, it becomes
 * {@code READABLE}, and queries use it. A unique index has a second backfill in between, of claims,
 * and becomes {@code FAILED} if two entities want one.
 *
 * <p><b>Invariants of backfills and sweeps.</b>
 *
 * <ul>
 *   <li>No entity is missed. The catalog shows the index before a shard is offered the first slice
 *       of its backfill. A write that the shard evaluates after the slice sees the index and makes
 *       the entry; a write before it is in the private tree that the slice reads.
 *   <li>A slice and its position are one record of the log. After a crash the backfill continues at
 *       the position.
 *   <li>A removal of a range leaves entries without an entity. Its turn also stores the markers
 *       that make the shard sweep them, so no sweep can end between the two. While page files have
 *       no room it stores none; the entries then stay until a later removal, which does no harm.
 *   <li>The backfill of claims begins after that of entries has ended in every shard, so it finds
 *       all older entities in the published versions. Each of its slices is one joint command that
 *       checks the entities, takes their claims, and stores the position.
 *   <li>A removal of entities without their claims leaves a marker in its own shard, in the same
 *       turn. One sweep for each index visits the claims of all shards, and a sweep that a later
 *       removal has made due again keeps the marker.
 *   <li>A few backfills run at once, the others wait in the order of their declarations, and a
 *       declaration beyond those that may wait is refused ({@code Backfills}). Writes keep an index
 *       up to date while it waits.
 *   <li>One change of definitions is in flight for each table, so a change writes the whole list of
 *       indexes into the table's row.
 * </ul>
 *
 * <p><b>Unique indexes.</b> A claim ({@link io.weir.engine.index.Claim}) is an entry of the
 * clustered index that names the entity which holds some values. It is in the shard that the hash
 * of the values decides, so two entities that want equal values meet in one shard, wherever they
 * are. {@link io.weir.engine.indexing.UniqueWrites} makes joint commands of the writes that move
 * claims:
 *
 * <pre>
 * read      the entities and the claims that the writes concern, as they are published
 * plan      which claims each write gives up and takes, and which holder must not imply a claim that is taken
 * commit    one joint command: the writes with their own preconditions, and the operations on claims
 * again     if a shard finds that the plan does not fit what is stored, as {@link io.weir.engine.command.StalePlan}
 * </pre>
 *
 * <p>A write that moves no claim, such as a change of other properties, stays a command of one
 * shard.
 *
 * <p><b>Invariants of claims.</b>
 *
 * <ul>
 *   <li>The shard of an entity decides which claims its change moves. It computes them from the
 *       indexes and the form that it has, and refuses a write that does not bring exactly these. A
 *       write that was sent before a unique index existed is refused so, too.
 *   <li>A claim passes to another entity only in a command that proves, in the shard of the holder,
 *       that the holder does not imply it any more. A holder that is expired is removed by that
 *       command, because it would come back if the clock were set back.
 *   <li>A claim whose holder is gone blocks nothing. Removals of ranges and of expired entities
 *       therefore need not touch claims; a sweep removes them later.
 *   <li>A command that was planned again after a refusal sees the write that it lost to, because a
 *       shard answers a refusal after all its earlier turns are published.
 *   <li>Failures name the client's operation. A violation is answered only if the plans of all
 *       earlier operations fit.
 * </ul>
 *
 * <p>Threads: backfills and sweeps are walks of the shards ({@link io.weir.engine.walk}), each in a
 * single pass. Changes of definitions run on the loop of the shard that owns the account's catalog
 * partition. A plan is made on the thread that sends the write, and again on the loop that refused
 * it. Nothing waits.
 *
 * <p>Failures: a slice that is refused is repeated until the index is dropped or the store closes.
 * A write fails with {@code UniqueIndexViolation}, which names the index and the holder, or with
 * {@code ServerBusy} and {@code reason=uniqueIndexContention} when other writes have made
 * {@value io.weir.engine.indexing.PlannedCommand#MOST_PLANS} plans stale.
 *
 * <p>Start reading at {@link io.weir.engine.indexing.Indexing} and
 * {@link io.weir.engine.indexing.UniqueWrites}.
 */
@NullMarked
package io.weir.engine.indexing;

import org.jspecify.annotations.NullMarked;
