/**
 * Files of rows on their way to being entities, whatever their format.
 *
 * <p>A {@link io.weir.cli.rows.RowFile} is read twice. {@link io.weir.cli.rows.Survey} reads it for the first time: it
 * learns the types of the columns, counts the rows, proves that every key is one, and finds out whether a key stands twice; what it
 * learnt is a {@link io.weir.cli.rows.ImportPlan}. The second reading makes entities: {@link
 * io.weir.cli.rows.EntityRows}. Memory does not grow with the file in either.
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
