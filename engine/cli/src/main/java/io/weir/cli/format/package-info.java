/**
 * Entities as text, and text as entities: comma-separated values, lines of JSON, and tables for
 * people.
 *
 * <p>An {@link io.weir.cli.format.Output} takes one entity after another:
 * {@link io.weir.cli.format.TableOutput} arranges them in columns,
 * {@link io.weir.cli.format.CsvOutput} and {@link io.weir.cli.format.NdjsonOutput} write what
 * programs read. {@link io.weir.cli.format.OutputColumns} chooses the columns,
 * {@link io.weir.cli.format.ValueText} writes a value.
 *
 * <p><b>Comma-separated values.</b> {@link io.weir.cli.format.CsvFile} surveys a file:
 * {@link io.weir.cli.format.CsvHeader} makes columns of its first line, and
 * {@link io.weir.cli.format.CellType} determines their types. The result is a
 * {@link io.weir.cli.format.CsvTable}, which returns typed rows. No other package uses FastCSV.
 *
 * <p><b>Lines of JSON.</b> A line is an entity in the protocol's JSON at the minimal level; types
 * that JSON does not show are annotated ({@code "Seen@odata.type":"Edm.DateTime"}).
 * {@link io.weir.cli.format.NdjsonFile} reads them; {@link io.weir.server.json} handles the JSON
 * itself.
 *
 * <p>Callers: {@link io.weir.cli.transfer}, {@link io.weir.cli.archive} and
 * {@link io.weir.cli.demo}. Threads: everything here belongs to the one thread that reads or
 * writes, which may block.
 *
 * <p>Failures: {@link io.weir.cli.rows.InputException}, which names the line.
 */
@NullMarked
package io.weir.cli.format;

import org.jspecify.annotations.NullMarked;
