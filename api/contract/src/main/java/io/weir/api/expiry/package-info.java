/**
 * Expiry: a table's rule that says when an entity ceases to exist.
 *
 * <p>An expired entity is invisible at once to every read and to the precondition of every write. The service removes it some time later, in
 * the background. Set as {@link io.weir.api.TableSetting#EXPIRY}. Any thread; immutable.
 *
 * <p>The present is the service's clock, read once for each command, page and slice of a stream. An entity that expires meanwhile may
 * therefore appear on one page and be absent from the next. When the clock is set back, an expired entity that is not removed yet is
 * visible again until its moment; an entity that is removed stays removed. When the clock is ahead, entities expire early by as much.
 *
 * <p>Failures: {@code InvalidInput}, {@code OutOfRangeInput} and {@code PropertyNameInvalid} for a rule that is not valid.
 */
@NullMarked
package io.weir.api.expiry;

import org.jspecify.annotations.NullMarked;
