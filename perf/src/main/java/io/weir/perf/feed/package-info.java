/**
 * Measures change feeds: how fast one consumer catches up, how soon it learns of a write, and what
 * consumers cost a writer.
 *
 * <p>{@link io.weir.perf.feed.FeedCommand} is the command {@code feed},
 * {@link io.weir.perf.feed.FeedRun} what it measures. A {@link io.weir.perf.feed.ChangeBacklog} is
 * a past that can be read again from its first change: of Weir in this process and over its client,
 * of PostgreSQL's logical decoding, and of a stream of Redis. {@link io.weir.perf.feed.FeedDoor} is
 * a service of Weir with a table, writers and consumers.
 *
 * <p>Numbers are {@link io.weir.perf.report.Measurement}s of a
 * {@link io.weir.perf.report.FeedTask}; their goals are with all others in
 * {@code io.weir.perf.report}. Contenders and numbers of consumers take turns, so that a
 * disturbance of the machine meets all of them.
 *
 * <p>Threads: everything belongs to the launcher's thread, which blocks. Consumers count on the
 * threads of their services.
 *
 * <p>Failures: {@code WrongAnswer} if a consumer gets fewer changes than were written or its feed
 * fails; {@code MissingProgram} and {@code IOException} as {@code io.weir.perf.process} has them.
 * Peers that are not installed are left out.
 */
@NullMarked
package io.weir.perf.feed;

import org.jspecify.annotations.NullMarked;
