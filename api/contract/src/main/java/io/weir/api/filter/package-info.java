/**
 * Filters over entities: a small algebra, its text form and its meaning.
 *
 * <p>{@link io.weir.api.filter.Filter} is a closed family: conditions on a property, {@code and},
 * {@code or}, {@code not} and the two constants. A condition compares the property with a literal,
 * tests its text ({@link io.weir.api.filter.TextMatch}), or compares a value derived from its text
 * ({@link io.weir.api.filter.Derivation}). {@link io.weir.api.filter.FilterParser} reads the
 * protocol's {@code $filter} text and {@link io.weir.api.filter.FilterPrinter} writes it; each is
 * the inverse of the other. {@link io.weir.api.filter.Comparisons} defines when a stored value
 * satisfies a condition.
 *
 * <p>Threads: any; all types are immutable. Failures: {@code InvalidInput} with the offset of the
 * first invalid token.
 */
@NullMarked
package io.weir.api.filter;

import org.jspecify.annotations.NullMarked;
