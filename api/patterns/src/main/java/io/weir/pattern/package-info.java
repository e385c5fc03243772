/**
 * What works over any table service, and its smaller patterns: joins, transactions, wide entities,
 * data series, the removal of many entities.
 *
 * <p>{@link io.weir.pattern.Joins} merges two streams that are sorted by the same key, as queries
 * by PartitionKey or RowKey are. {@link io.weir.pattern.Lookups} reads the entities of a stream of
 * keys. Both read ahead of the subscriber by a fixed number of items; cancelling stops both sides.
 *
 * <p>{@link io.weir.pattern.Transaction} reads entities by key, decides, and writes by one joint
 * commit, with a retry when another writer was faster. Ranges, index queries and counts are not
 * checked.
 *
 * <p>{@link io.weir.pattern.WideEntities} spreads an entity of any number of properties over rows
 * of one partition. Row {@code n} has the row key {@code ROW!nn}, up to 250 properties, and the
 * name of the write that stored it; row 0 also holds the number of rows. One batch writes all rows,
 * so its limits apply: 100 rows, 25,000 properties, 4 MiB. Invariant: all rows of an entity carry
 * the name of the same write. A reader that sees two names has read during a write, and reads
 * again. Row 0 is part of every write; its version is the entity's.
 *
 * <p>{@link io.weir.pattern.DataSeries} keeps many values of a series in one entity for each
 * period. A period, such as a day, is divided into slots, such as hours. Its entity has the row key
 * {@code SERIES!START}, and a Double property {@code S000}, {@code S001} and so on for each slot
 * that has a value. Periods are read as the subscriber requests their points.
 *
 * <p>{@link io.weir.pattern.HighVolumeDelete} removes ranges of keys by one request where the
 * service can, and otherwise reads the keys page by page and removes them in batches. It reports
 * how far it is, and continues from there after a failure. An entity that is already gone is no
 * failure.
 *
 * <p>{@code Conflicts} and {@code FreshName} say how all patterns recognise a conflict with another
 * writer and try again, and how they name a write. They are internal: not an API.
 *
 * <p>Threads: those of the service; a pause ends on Reactor's parallel scheduler. Failures: those
 * of {@link io.weir.api.TableService}, and {@link java.lang.IllegalStateException} for a stream to
 * join that is not sorted.
 */
@NullMarked
package io.weir.pattern;

import org.jspecify.annotations.NullMarked;
