/**
 * Entities as bytes: keys, properties, versions.
 *
 * <p>An {@link io.weir.api.entity.Entity} <em>is</em> its encoded form, one byte array that is stored, sent and compared as it
 * is; properties are decoded when asked for. {@link io.weir.api.entity.PropertyCursor} walks them without making objects, {@link
 * io.weir.api.entity.EntityBuilder} writes them straight into place. {@link io.weir.api.entity.EntityKey} holds the two keys;
 * {@link io.weir.api.entity.KeyText} encodes them so that unsigned byte order is the service's order.
 *
 * <p>Limits stand in {@link io.weir.api.entity.Limits} and are enforced where an entity is built, so an {@code Entity} that exists
 * is one that may be stored.
 *
 * <p>Threads: entities are immutable and may be shared; builders and cursors belong to one thread.
 *
 * <p>Failures: {@link io.weir.api.error.InvalidRequestException} with the protocol's code of the limit that was passed.
 */
@NullMarked
package io.weir.api.entity;

import org.jspecify.annotations.NullMarked;
