/**
 * A guided tour on real data: ten thousand bird strikes, and a question for each way in which a query can be answered.
 *
 * <p>{@link io.weir.cli.demo.Birdstrikes} makes entities of the records that the jar carries; where they come from stands
 * beside them, in {@code birdstrikes.md}. {@link io.weir.cli.demo.Question} lists the questions, {@link
 * io.weir.cli.demo.TimedAnswer} asks one of any {@code TableService}, and {@link io.weir.cli.demo.Tour} prints what came of
 * it.
 *
 * <p>Threads: records are read, and blocked on, where they are requested; printing happens on the thread of the answers.
 *
 * <p>Failures: those of the service.
 */
@NullMarked
package io.weir.cli.demo;

import org.jspecify.annotations.NullMarked;
