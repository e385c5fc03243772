/**
 * Entities as text, and text as entities: separated values, JSON, and tables for people.
 *
 * <p>An {@link io.weir.cli.format.Output} takes one entity after another:
 * {@link io.weir.cli.format.TableOutput} arranges them in columns,
 * {@link io.weir.cli.format.CsvOutput} and {@link io.weir.cli.format.JsonOutput} write what
 * programs read. A {@link io.weir.cli.format.TextFormat} names the formats of programs.
 * {@link io.weir.cli.format.OutputColumns} chooses the columns,
 * {@link io.weir.cli.format.ValueText} writes a value.
 *
 * <p><b>Separated values.</b> {@link io.weir.cli.format.CsvFile} surveys a file;
 * {@code DelimiterGuess} finds its delimiter. {@link io.weir.cli.format.CsvHeader} makes columns of
 * its first line, and {@link io.weir.cli.format.CellType} determines their types. The result is a
 * {@link io.weir.cli.format.CsvTable}, which returns typed rows. No other package uses FastCSV.
 *
 * <p><b>JSON.</b> An entity is an object in the protocol's JSON at the minimal level; types that
 * JSON does not show are annotated ({@code "Seen@odata.type":"Edm.DateTime"}). Entities stand in
 * lines, or anywhere in a text. {@link io.weir.cli.format.JsonFile} reads them;
 * {@link io.weir.api.json} and {@link io.weir.server.json} handle the JSON itself.
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
