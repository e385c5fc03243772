/**
 * The pattern "wide entities": entities of any number of properties, spread over rows of one partition.
 *
 * <p>Row {@code n} of an entity has the row key {@code ROW!nn}. Each row holds up to 250 of the properties and the name of the write that
 * stored it; row 0 also holds the number of rows. One batch writes all rows, so its limits apply: 100 rows, 25,000 properties, 4 MiB.
 *
 * <p>Invariant: all rows of an entity carry the name of the same write. A reader that sees two names has read during a write, and reads again.
 * Row 0 is part of every write; its version is the entity's.
 *
 * <p>Threads: those of the service. Failures: those of {@link io.weir.api.TableService}. Begin at {@link
 * io.weir.pattern.wide.WideEntities}.
 */
@NullMarked
package io.weir.pattern.wide;

import org.jspecify.annotations.NullMarked;
