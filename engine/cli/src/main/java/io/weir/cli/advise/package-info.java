/**
 * The command {@code weir advise}: prints what a running service advises on its tables, with the evidence.
 *
 * <p>Threads: the main thread, which blocks on the request. Failures: {@link io.weir.cli.terminal.CommandFailure} when the service refuses,
 * and those of the network.
 */
@NullMarked
package io.weir.cli.advise;

import org.jspecify.annotations.NullMarked;
