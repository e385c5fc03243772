/**
 * Entities as bytes: keys, properties, versions.
 *
 * <p>An {@link io.weir.api.entity.Entity} <em>is</em> its encoded form: one byte array that is stored, sent and compared unchanged.
 * Properties are decoded on request. {@link io.weir.api.entity.PropertyCursor} reads them without creating objects. {@link
 * io.weir.api.entity.EntityBuilder} writes them in place. {@link io.weir.api.entity.EntityKey} holds the two keys. {@link
 * io.weir.api.entity.KeyText} encodes them so that unsigned byte order is the service's order.
 *
 * <p>{@link io.weir.api.entity.Limits} lists the limits. They are enforced when an entity is built or decoded. Only {@code
 * Entity.ofShaped} and {@code Entity.ofTrusted} skip the check, for bytes that were checked before.
 *
 * <p>Threads: entities are immutable and can be shared. A builder or a cursor belongs to one thread.
 *
 * <p>Failures: {@link io.weir.api.error.InvalidRequestException} with the protocol's code for the exceeded limit.
 */
@NullMarked
package io.weir.api.entity;

import org.jspecify.annotations.NullMarked;
