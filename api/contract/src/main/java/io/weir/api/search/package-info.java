/**
 * Full-text search over the entities of a table.
 *
 * <p>{@link io.weir.api.search.SearchService} declares which string properties are searched and
 * answers {@link io.weir.api.search.SearchRequest}s with ranked entities. A service may lack it: it
 * is an option of the launcher.
 *
 * <p><b>Consistency.</b> The text index follows the table's change feed, so a search may miss the
 * writes of the last moments. Each answer says by how much. An entity that an answer holds is read
 * from the table when the answer is made: it exists, has not expired, and satisfies the filter.
 *
 * <p>Threads: all types are immutable and can be used on any thread.
 *
 * <p>Failures: {@code InvalidInput} and {@code OutOfRangeInput} for what is not valid;
 * {@code ResourceNotFound} for a table without search; {@code ServerBusy} while an index is built
 * or has failed.
 */
@NullMarked
package io.weir.api.search;

import org.jspecify.annotations.NullMarked;
