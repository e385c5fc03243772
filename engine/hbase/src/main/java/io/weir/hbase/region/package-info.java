/**
 * What runs in the region servers: a coprocessor on the table of entities. It is loaded from a jar
 * of its own, without Reactor.
 *
 * <p>{@link io.weir.hbase.region.EntityCoprocessor} is the class that the table's descriptor names.
 * HBase makes one for each open region. It answers the calls of
 * {@link io.weir.hbase.protocol.EntityService}: {@code RegionWriter} evaluates and applies writes,
 * {@code ChangeTokens} recognises repeated changes, {@code SliceReader} reads slices,
 * {@code RangeRemoval} removes ranges, {@code DropFence} refuses writes to dropped tables.
 *
 * <p>Why writes run here and not by {@code checkAndMutate}: a batch needs all its preconditions
 * checked under the locks of all its rows and the failing operation named; a merge needs the stored
 * entity; and the id of the request and the tokens of its changes must be checked and stored in the
 * same atomic step. A single write is a batch of one, so there is one way to write.
 *
 * <p>A change in place is evaluated by {@link io.weir.api.write.Write.Change#appliedTo}, as in
 * every other implementation of the contract.
 *
 * <p>Why slices and not HBase's scanners: a slice evaluates the planner's predicate on the encoded
 * entity, reports how much it read, has one moment, and leaves nothing on the server: no lease to
 * renew, and no memory for a subscriber that is slow.
 *
 * <p>Locks: a write holds the row of its table's {@code DropFence} shared, then the partition's row
 * shared and the rows of its entities exclusively, a removal of ranges holds the partition's row
 * exclusively, a drop the fence's row. The fence comes before all partitions, partitions come
 * before their rows, and rows are locked in ascending order, so there is no deadlock.
 *
 * <p>Threads: HBase's handler threads, which may wait. Any number at a time.
 *
 * <p>Failures: {@link java.io.IOException} to HBase, whose client tries again unless it is a
 * {@code DoNotRetryIOException}.
 */
@NullMarked
package io.weir.hbase.region;

import org.jspecify.annotations.NullMarked;
