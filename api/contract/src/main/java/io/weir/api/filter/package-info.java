/**
 * Filters over entities: a small algebra, its text form, its meaning.
 *
 * <p>{@link io.weir.api.filter.Filter} is a closed family: comparisons of a property with a literal, {@code and}, {@code or}, {@code
 * not} and the two constants. {@link io.weir.api.filter.FilterParser} reads the {@code $filter} text of the protocol, {@link
 * io.weir.api.filter.FilterPrinter} writes it; each is the other's inverse. {@link io.weir.api.filter.Comparisons} defines when a
 * stored value matches a literal.
 *
 * <p>Threads: any; everything is immutable. Failures: {@code InvalidInput}, with the offset at which a text stops making sense.
 */
@NullMarked
package io.weir.api.filter;

import org.jspecify.annotations.NullMarked;
