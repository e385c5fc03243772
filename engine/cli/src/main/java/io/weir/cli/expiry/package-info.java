/**
 * The command {@code weir expiry}: sets, shows and clears a table's rule of expiry at an endpoint.
 *
 * <p>Threads: the main thread, which blocks on the request. Failures: {@link io.weir.cli.terminal.CommandFailure} for options that are wrong
 * or contradict each other; those of the contract.
 */
@NullMarked
package io.weir.cli.expiry;

import org.jspecify.annotations.NullMarked;
