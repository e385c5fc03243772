/**
 * Event loops: single threads that own sockets and shards and never block.
 *
 * <p>{@link io.weir.engine.loop.Loop} is the interface that the engine needs. An endpoint
 * implements it with its network loops, so that a request is served on the thread that received it.
 * {@link io.weir.engine.loop.EventLoop} is the engine's own implementation, for use without a
 * network. {@link io.weir.engine.loop.LoopWatch} detects a loop that runs no tasks and logs the
 * stack of its thread.
 *
 * <p>Long work, such as a stream, occupies a loop for about one millisecond at a time. It waits in
 * {@link io.weir.engine.loop.LongWork}, and the loop runs one turn of it between two polls of its
 * sockets. deliberate: submitting the remainder as a task is not enough. A loop runs the tasks that
 * tasks submit before it polls its sockets again; Netty does so for up to one second. Requests
 * would then wait for all streams.
 *
 * <p>{@link io.weir.engine.loop.DrainToken} serialises work that several threads may start, on a
 * loop or not. {@link io.weir.engine.loop.WorkPool} takes over what would block a loop.
 *
 * <p>Threads: a loop's tasks run on its one thread, in the order of their submission. Any thread
 * may submit a task and is never blocked.
 *
 * <p>Start reading at {@link io.weir.engine.loop.Loop}.
 */
@NullMarked
package io.weir.engine.loop;

import org.jspecify.annotations.NullMarked;
