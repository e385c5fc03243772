/**
 * A bounded record of what requests did lately, for {@link io.weir.engine.advice}. It holds names, keys and counts, never values of
 * properties.
 *
 * <p>The facade tells the {@link io.weir.engine.observe.TrafficObserver} of each read, write and answered query. The observer records one
 * of 64 at random ({@link io.weir.engine.observe.Observing}) and counts it 64 times. Rare and costly events are all recorded, and count
 * once: an answer for which 256 entities were read, an answer through an index, and a write of 32 KiB. All counts are therefore estimates,
 * apart from the uses of indexes.
 *
 * <p>Each loop has a {@link io.weir.engine.observe.LoopTraffic} of plain fields. A request on a loop is recorded there. A request on
 * another thread is recorded by a task of a loop; the observer drops it when 1,024 such tasks wait. A collection visits the loops one after
 * the other and adds their records to one {@link io.weir.engine.observe.Observed}, which belongs to one thread at a time.
 *
 * <p>A record has two windows of 30 minutes, the current one and the one before it. Evidence is therefore 30 to 60 minutes old at most, and
 * less after a start. Only the uses of indexes are counted since the start.
 *
 * <p>Memory: a window holds at most 128 partitions, 64 query shapes, 64 tables and 2,048 names of properties. With keys of 50 bytes that is
 * about 250 KiB for a loop with both windows, and 4 MiB with the longest keys and names. What does not fit is not recorded; partitions and
 * shapes are replaced by {@link io.weir.engine.observe.HeavyHitters}, which keeps the frequent ones.
 *
 * <p>Threads: {@link io.weir.engine.observe.TrafficObserver} any; everything else belongs to a loop or to one collection. Failures: none.
 *
 * <p>Start reading at {@link io.weir.engine.observe.TrafficObserver}.
 */
@NullMarked
package io.weir.engine.observe;

import org.jspecify.annotations.NullMarked;
