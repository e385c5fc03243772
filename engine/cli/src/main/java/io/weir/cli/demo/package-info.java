/**
 * A guided tour on real data: ten thousand bird strikes, and a question for each way in which a query can be answered.
 *
 * <p>{@link io.weir.cli.demo.Birdstrikes} makes entities of the records that the jar carries; where they come from stands
 * beside them, in {@code birdstrikes.md}. {@link io.weir.cli.demo.Question} lists the questions, {@link
 * io.weir.cli.demo.TimedAnswer} asks one of any {@code TableService}, and {@link io.weir.cli.demo.Tour} prints what came of
 * it. {@link io.weir.cli.demo.DemoCommand} is the command {@code demo}: it serves a store, loads the data through the client, runs the
 * tour, and prints {@code CurlExamples} for a person to try.
 *
 * <p>Threads: records are read, and blocked on, where they are requested; printing happens on the thread of the answers.
 * The command blocks the main thread.
 *
 * <p>Failures: those of the service.
 */
@NullMarked
package io.weir.cli.demo;

import org.jspecify.annotations.NullMarked;
