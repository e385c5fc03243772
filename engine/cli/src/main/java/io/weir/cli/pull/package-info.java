/**
 * Publishers for a thread that may wait: {@link io.weir.cli.pull.Pull} turns one into a stream of {@code java.util}.
 *
 * <p>Invariant: a loop and the waiting thread share no lock. The signals of a client arrive on a loop of Netty, which would have to wait
 * for the lock. The signals are therefore moved to another thread first, which may wait.
 *
 * <p>Callers: {@link io.weir.cli.transfer} and {@link io.weir.cli.archive}. Threads: the stream belongs to one thread, which waits. The
 * caller bounds the demand.
 */
@NullMarked
package io.weir.cli.pull;

import org.jspecify.annotations.NullMarked;
