/**
 * The command {@code weir queue}: creates, lists and deletes queues of a running service, and puts,
 * takes, receives and clears messages.
 *
 * <p>{@link io.weir.cli.queue.QueueCommand} has a subcommand for each operation of a
 * {@link io.weir.client.WeirQueues}, which {@code QueueEndpointOptions} connects.
 * {@code PrintedReception} prints messages as they come.
 *
 * <p>Invariant: a message is deleted only after the output has accepted its text.
 *
 * <p>Threads: the main thread, which blocks. Failures: those of the client, and
 * {@link io.weir.cli.terminal.CommandFailure} if the output is closed.
 */
@NullMarked
package io.weir.cli.queue;

import org.jspecify.annotations.NullMarked;
