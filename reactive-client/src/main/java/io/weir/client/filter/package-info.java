/**
 * Filters written as Java: {@code where("Age").gt(30).and(partitionKey().is("Sales"))}.
 *
 * <p>{@link io.weir.client.filter.Condition} builds the contract's own {@link io.weir.api.filter.Filter}, so what is built here and what
 * is parsed from text are the same objects: {@code FilterParser.parse(condition.toString())} equals {@code condition.filter()}. There is
 * no quoting to get wrong; a literal has the type of its Java value.
 *
 * <p>Threads: any; everything is immutable. Failures: {@link io.weir.api.error.InvalidRequestException} for a filter that passes {@link
 * io.weir.api.filter.FilterLimits}, where it is used. Begin at {@link io.weir.client.filter.Condition}.
 */
@NullMarked
package io.weir.client.filter;

import org.jspecify.annotations.NullMarked;
