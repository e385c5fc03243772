/**
 * A guided tour on real data: ten thousand bird strikes, and a question for each access path of a
 * query.
 *
 * <p>{@link io.weir.cli.demo.Birdstrikes} makes entities of the records in the jar;
 * {@code birdstrikes.md} documents their source. {@link io.weir.cli.demo.Question} lists the
 * questions, {@link io.weir.cli.demo.TimedAnswer} asks one of any {@code TableService}, and
 * {@link io.weir.cli.demo.Tour} prints the answers. Each {@code Scene} changes something and shows
 * the effect: {@code QueuedMessage} and {@code SdkMessage} need the port of the queues.
 * {@link io.weir.cli.demo.DemoCommand} is the command {@code demo}: it serves a store, loads the
 * data through the client, runs the tour, and prints {@code CurlExamples} for the user to try.
 *
 * <p>With {@code --nodes} it starts the nodes of a cluster instead, as processes
 * ({@code NodeProcesses}), and kills the one that leads ({@code NodesTour}).
 *
 * <p>Threads: records are read on the requesting thread, which blocks; printing happens on the
 * thread of the answers. The command blocks the main thread.
 *
 * <p>Failures: those of the service.
 */
@NullMarked
package io.weir.cli.demo;

import org.jspecify.annotations.NullMarked;
