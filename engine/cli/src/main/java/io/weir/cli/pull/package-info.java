/**
 * Publishers for a thread that may wait: {@link io.weir.cli.pull.Pull} turns one into a stream of {@code java.util}.
 *
 * <p>Invariant: no loop ever touches what the waiting thread touches. The signals of a client come on a loop of Netty, the two would
 * meet at a lock, and it would be the loop that waits; so they change threads first, to one that may wait as well.
 *
 * <p>Callers: {@link io.weir.cli.transfer} and {@link io.weir.cli.archive}. Threads: the stream belongs to one thread, which waits. Demand is bounded by what the caller names.
 */
@NullMarked
package io.weir.cli.pull;

import org.jspecify.annotations.NullMarked;
