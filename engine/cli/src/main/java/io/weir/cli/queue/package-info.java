/**
 * The command {@code weir queue}: creates, lists and deletes queues of a running service, and puts, takes and clears messages.
 *
 * <p>{@link io.weir.cli.queue.QueueCommand} has a subcommand for each operation. {@code RemoteQueue} has the requests of one queue, and
 * {@code QueueEndpoint} signs and sends them.
 *
 * <p>Threads: the main thread, which blocks. Failures: those of the service by their code, as typed failures.
 */
@NullMarked
package io.weir.cli.queue;

import org.jspecify.annotations.NullMarked;
