/**
 * Comma-separated values: the only package that uses FastCSV.
 *
 * <p>{@link io.weir.cli.csv.CsvFile} surveys a file: {@link io.weir.cli.csv.CsvHeader} makes columns of its first line, and {@link
 * io.weir.cli.csv.CellType} determines their types. The result is a {@link io.weir.cli.csv.CsvTable}, which returns typed rows.
 * {@link io.weir.cli.csv.CsvOutput} writes entities.
 *
 * <p>Callers: {@link io.weir.cli.transfer} and {@link io.weir.cli.demo}. Threads: everything here belongs to the one thread that reads or writes, which may block.
 *
 * <p>Failures: {@link io.weir.cli.rows.InputException}, which names the line.
 */
@NullMarked
package io.weir.cli.csv;

import org.jspecify.annotations.NullMarked;
