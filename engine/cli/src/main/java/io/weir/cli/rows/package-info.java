/**
 * Files of rows, in any format, that become entities.
 *
 * <p>A {@link io.weir.cli.rows.RowFile} is read twice. {@link io.weir.cli.rows.Survey} reads it for the first time: it determines the types
 * of the columns, counts the rows, checks every key, and counts the keys that occur again. The result is a {@link
 * io.weir.cli.rows.ImportPlan}. The second reading makes entities: {@link io.weir.cli.rows.EntityRows}. Both readings take constant memory.
 *
 * <p>{@link io.weir.cli.rows.GzipMembers} unpacks gzip and refuses what {@code gzip -t} refuses. {@link io.weir.cli.rows.Utf8Bytes} leaves out a
 * byte order mark.
 *
 * <p>Callers: {@link io.weir.cli.transfer} and {@link io.weir.cli.demo}; the formats implement it. Threads: everything here belongs to the one thread that reads, which may block.
 *
 * <p>Failures: {@link io.weir.cli.rows.InputException}, which names the line.
 *
 * <p>Start reading at {@link io.weir.cli.rows.Survey}.
 */
@NullMarked
package io.weir.cli.rows;

import org.jspecify.annotations.NullMarked;
