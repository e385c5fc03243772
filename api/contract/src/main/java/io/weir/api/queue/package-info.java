/**
 * The contract of queues: messages that consumers take, hide from each other for a while, and
 * delete.
 *
 * <p>{@link io.weir.api.queue.QueueService} is the entry point. A consumer takes messages for a
 * <em>visibility timeout</em>. It deletes each message with the
 * {@link io.weir.api.queue.PopReceipt} of its take. A message that is not deleted in time is
 * visible again.
 *
 * <p>Limits and codes are those of the Azure Queue service; see
 * {@link io.weir.api.queue.QueueLimits}.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>No two consumers hold a message at one time: a message that was taken is taken again only
 *       after its visibility timeout.
 *   <li>A message is delivered at least once, until it is deleted or expires.
 *   <li>A receipt is valid until the message is taken again, updated, or deleted; the end of the
 *       visibility timeout alone does not end it.
 *   <li>Messages are taken in the order in which they became visible.
 * </ul>
 *
 * <p>Threads: all types are immutable and can be used on any thread.
 */
@NullMarked
package io.weir.api.queue;

import org.jspecify.annotations.NullMarked;
