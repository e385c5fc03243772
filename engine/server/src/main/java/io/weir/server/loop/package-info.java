/**
 * The event loops of the process: Netty's loops, which own the sockets and run the engine's shards.
 *
 * <p>{@link io.weir.server.loop.NettyLoops} starts and stops them;
 * {@link io.weir.server.loop.NettyLoop} is one of them, with turns for long work. This package
 * knows nothing of HTTP.
 *
 * <p>Start reading at {@link io.weir.server.loop.NettyLoops}.
 */
@NullMarked
package io.weir.server.loop;

import org.jspecify.annotations.NullMarked;
