/**
 * Expiry of entities: the test of stored bytes, the present, and the text in the catalog.
 *
 * <p>{@link io.weir.engine.expiry.Expiration} is a table's rule, compiled: {@link io.weir.engine.expiry.Expirations} finds it by table
 * id, and finds null for a table without a rule. Every reader and every evaluation makes an {@link io.weir.engine.expiry.ExpiryCheck} of the
 * rule and the present, and hides the entities that the check finds expired. The present is the clock's time, not a Timestamp: Timestamps run
 * ahead of a clock that was set back. The package {@code sweep} removes expired entities in the background.
 *
 * <p>Replay needs neither rule nor clock, because log records contain the outcome of each command.
 *
 * <p>Threads: any; an {@link io.weir.engine.expiry.ExpiryCheck} belongs to one thread. Failures: none.
 */
@NullMarked
package io.weir.engine.expiry;

import org.jspecify.annotations.NullMarked;
