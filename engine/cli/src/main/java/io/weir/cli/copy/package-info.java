/**
 * {@code weir copy}: tables from one service to another while programs use the source, by the table
 * protocol alone.
 *
 * <pre>
 * begin    note a place in the source's change feed, or the present time
 * copy     several workers read pages of key ranges and store them; a worker without a range takes half of another one's
 * follow   repeat in the target what has changed since the beginning
 * compare  read both sides in the order of keys, side by side
 * </pre>
 *
 * <p>Invariants: the ranges of a table ({@link io.weir.cli.copy.TableRanges}) cover all its keys at
 * any time, without overlap. The place of a range moves after its entities are stored, and the
 * journal is written after that, so an interrupted copy stores entities twice and leaves none out.
 * A change that the feed reports is repeated after the copy of its table, so the target has each
 * entity as the source had it at the place of the feed, or later.
 *
 * <p>A source without a change feed is swept by Timestamp: every entity that is younger than the
 * last sweep is stored again. Sweeps do not see removals; the comparison does.
 *
 * <p>Threads: signals arrive on the clients' threads, where several workers share
 * {@link io.weir.cli.copy.TableRanges}. The main thread blocks, and the thread
 * {@code weir-copy-journal} writes the journal. Memory: two pages of a thousand entities for each
 * worker, and two runs of changes of the feed, of 4 MiB and one entity each.
 *
 * <p>The feed is followed by {@link io.weir.api.follow.FeedCursor};
 * {@link io.weir.pattern.migration} repeats its changes and compares, as for migrations.
 *
 * <p>Failures: those of the services; {@link io.weir.cli.terminal.CommandFailure} for a comparison
 * with differences.
 *
 * <p>Start reading at {@link io.weir.cli.copy.CopyCommand}.
 */
@NullMarked
package io.weir.cli.copy;

import org.jspecify.annotations.NullMarked;
