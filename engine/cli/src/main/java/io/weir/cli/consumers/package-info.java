/**
 * The command {@code weir consumers}: creates, lists, resets and deletes named consumers of the change feed of a running service.
 *
 * <p>Threads: the main thread, which blocks. Failures: {@link io.weir.cli.terminal.CommandFailure} for options that are wrong; those of the
 * contract.
 */
@NullMarked
package io.weir.cli.consumers;

import org.jspecify.annotations.NullMarked;
