/**
 * Entities as bytes: keys, properties, versions; and the rule of expiry, which says when they cease
 * to exist.
 *
 * <p>An {@link io.weir.api.entity.Entity} <em>is</em> its encoded form: one byte array that is
 * stored, sent and compared unchanged. Properties are decoded on request.
 * {@link io.weir.api.entity.PropertyCursor} reads them without creating objects.
 * {@link io.weir.api.entity.EntityBuilder} writes them in place.
 * {@link io.weir.api.entity.EntityKey} holds the two keys. {@link io.weir.api.entity.KeyText}
 * encodes them so that unsigned byte order is the service's order.
 *
 * <p>{@link io.weir.api.entity.Limits} lists the limits. They are enforced when an entity is built
 * or decoded. Only {@code Entity.ofShaped} and {@code Entity.ofTrusted} skip the check, for bytes
 * that were checked before.
 *
 * <p><b>Expiry.</b> {@link io.weir.api.entity.Expiry} is a table's rule, set as
 * {@link io.weir.api.TableSetting#EXPIRY}. An expired entity is invisible at once to every read and
 * to the precondition of every write. The service removes it some time later, in the background.
 * The present is the service's clock, read once for each command, page and slice of a stream. An
 * entity that expires meanwhile may therefore appear on one page and be absent from the next. When
 * the clock is set back, an expired entity that is not removed yet is visible again until its
 * moment; an entity that is removed stays removed. When the clock is ahead, entities expire early
 * by as much.
 *
 * <p>Threads: entities and rules are immutable and can be shared. A builder or a cursor belongs to
 * one thread.
 *
 * <p>Failures: {@link io.weir.api.error.InvalidRequestException} with the protocol's code for the
 * exceeded limit; {@code InvalidInput}, {@code OutOfRangeInput} and {@code PropertyNameInvalid} for
 * a rule that is not valid.
 */
@NullMarked
package io.weir.api.entity;

import org.jspecify.annotations.NullMarked;
