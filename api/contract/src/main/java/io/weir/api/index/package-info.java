/**
 * Secondary indexes: their definitions, their states, and the order that they give.
 *
 * <p>An index holds an entry for each entity that it covers, sorted by the values of some
 * properties and then by key. The service keeps it: a write and its index entries are one change,
 * so an acknowledged write is found by index at once.
 *
 * <p>Order of values: {@code missing < Boolean < number < DateTime < Guid < String < Binary}.
 * Int32, Int64 and Double share one order by value; minus zero equals zero, and NaN sorts after
 * every other number. Within a type the order is that of {@link io.weir.api.filter.Comparisons}. An
 * index keeps only the first bytes of a long text or binary value; entities whose values agree in
 * these bytes are in the order of their keys.
 *
 * <p>Threads: all types are immutable. Failures: {@code InvalidInput} for a definition or a name
 * outside its limits.
 *
 * <p>Start reading at {@link io.weir.api.index.IndexDefinition}.
 */
@NullMarked
package io.weir.api.index;

import org.jspecify.annotations.NullMarked;
