/**
 * A bounded record of what requests did lately, for {@link io.weir.engine.advice}. It holds names,
 * keys and counts, never values of properties.
 *
 * <p>The facade tells the {@link io.weir.engine.observe.TrafficObserver} of each read, write and
 * answered query. The observer records one of 64 at random
 * ({@link io.weir.engine.observe.Observing}) and counts it 64 times. Rare and costly events are all
 * recorded, and count once: an answer for which 256 entities were read, an answer through an index,
 * and a write of 32 KiB. All counts are therefore estimates, apart from the uses of indexes.
 *
 * <p>Each loop has a {@link io.weir.engine.observe.LoopTraffic} of plain fields. A request on a
 * loop is recorded there. A request on another thread is recorded by a task of a loop; the observer
 * drops it when 1,024 such tasks wait, or 8 MiB. A collection visits the loops one after the other
 * and adds their records to one {@link io.weir.engine.observe.Observed}, which belongs to one
 * thread at a time.
 *
 * <p>A record has two windows of 30 minutes, the current one and the one before it. Evidence
 * therefore reaches back 30 to 60 minutes, and less after a start. Only the uses of indexes are
 * counted since the start.
 *
 * <p>Memory: a window holds at most 128 partitions, 64 query shapes, 256 tables and 2,048 names of
 * properties. A key or a name that is longer than that of an entity can be is not kept, nor a shape
 * whose names have more than 2,048 characters. A loop with both windows therefore holds 5 MiB at
 * most, with the longest keys and names everywhere. Of partitions and shapes
 * {@link io.weir.engine.observe.HeavyHitters} keeps the frequent ones. A table or an index that
 * finds no place on a loop is left out of the sum, because its numbers would be wrong.
 *
 * <p>Threads: {@link io.weir.engine.observe.TrafficObserver} any; everything else belongs to a loop
 * or to one collection. Failures: a record that fails is logged and lost, and its request goes on.
 * A collection passes on what a loop throws.
 *
 * <p>Start reading at {@link io.weir.engine.observe.TrafficObserver}.
 */
@NullMarked
package io.weir.engine.observe;

import org.jspecify.annotations.NullMarked;
