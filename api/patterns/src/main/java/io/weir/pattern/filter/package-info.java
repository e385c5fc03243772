/**
 * Filters written in Java: {@code where("Age").gt(30).and(partitionKey().is("Sales"))}.
 *
 * <p>{@link io.weir.pattern.filter.Condition} builds the contract's
 * {@link io.weir.api.filter.Filter}, as the parser does:
 * {@code FilterParser.parse(condition.toString())} equals {@code condition.filter()}. The caller
 * quotes nothing; the class of the Java value determines the type of the literal. Functions of text
 * are {@code where("Name").contains("eva")}, {@code where("Name").lowered().is("eva")} and
 * {@code where("Name").length().gt(3)}.
 *
 * <p>{@link io.weir.pattern.filter.TypedCompared} is the same for properties of Java types, whose
 * literals the compiler checks: {@code birds.where(Bird::weight).lt(0.5)}. The package
 * {@code typed} makes it.
 *
 * <p>Threads: any; everything is immutable. Failures:
 * {@link io.weir.api.error.InvalidRequestException} when a filter that exceeds
 * {@link io.weir.api.filter.FilterLimits} is used. Begin at
 * {@link io.weir.pattern.filter.Condition}.
 */
@NullMarked
package io.weir.pattern.filter;

import org.jspecify.annotations.NullMarked;
