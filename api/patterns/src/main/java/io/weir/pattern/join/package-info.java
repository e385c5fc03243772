/**
 * Joins in the client: two streams by a key, or a stream and the entities that it names.
 *
 * <p>{@link io.weir.pattern.join.Joins} merges two streams that are sorted by the same key, as queries by PartitionKey or RowKey are.
 * {@link io.weir.pattern.join.Lookups} reads the entities of a stream of keys.
 *
 * <p>Demand: both read ahead of the subscriber by a fixed number of items. Cancelling stops both sides. Threads: those of the sources.
 * Failures: those of the sources, and {@link java.lang.IllegalStateException} for a stream that is not sorted.
 */
@NullMarked
package io.weir.pattern.join;

import org.jspecify.annotations.NullMarked;
