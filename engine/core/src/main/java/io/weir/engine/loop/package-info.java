/**
 * Event loops: single threads that own sockets and shards and never block.
 *
 * <p>{@link io.weir.engine.loop.Loop} is what the engine asks of a loop; an endpoint lends the engine its network loops through
 * it, so that a request is served on the thread that received it. {@link io.weir.engine.loop.EventLoop} is the engine's own,
 * for use without a network.
 *
 * <p>{@link io.weir.engine.loop.LoopWatch} notices a loop that runs nothing any more, and reports where its thread stands.
 *
 * <p>Long work, such as a stream, has a loop for about a millisecond at a time. It waits in {@link io.weir.engine.loop.LongWork}, and the
 * loop runs one turn between two polls of its sockets. deliberate: handing the rest to the loop as a task is not enough. A loop runs the
 * tasks that tasks leave before it polls its sockets again, Netty's for up to a second, so that requests would wait for all streams.
 *
 * <p>Threads: a loop's tasks run on its one thread, in the order in which they were handed over; handing over is free to any
 * thread and never blocks.
 */
@NullMarked
package io.weir.engine.loop;

import org.jspecify.annotations.NullMarked;
