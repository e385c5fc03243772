/**
 * The text of a search: parses it into clauses and names the position of a mistake.
 *
 * <p>{@link io.weir.search.query.SearchText} is the entry point. The package knows neither Lucene
 * nor the properties of a table; {@link io.weir.search.index} makes a query of the clauses.
 *
 * <p>Threads: pure functions and immutable values.
 *
 * <p>Failures: {@code InvalidInput} with {@code at}, the index of the first wrong UTF-16 unit.
 */
@NullMarked
package io.weir.search.query;

import org.jspecify.annotations.NullMarked;
