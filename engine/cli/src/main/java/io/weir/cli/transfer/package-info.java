/**
 * The commands {@code import}, {@code export} and {@code query}: entities of tables as files and as text.
 *
 * <p>{@link io.weir.cli.transfer.ImportCommand} stores a file ({@code InputFile}) in a table, or the folder of an export ({@code
 * FolderImport}). {@link io.weir.cli.transfer.ExportCommand} writes such a folder. {@link io.weir.cli.transfer.QueryCommand} prints the
 * entities that match a filter. The work is done below: {@link io.weir.cli.rows} and {@link io.weir.cli.load} for files, {@link
 * io.weir.cli.archive} for folders, {@link io.weir.cli.show} for text.
 *
 * <p>The tables are those of an endpoint, or with {@code --store} those of a store that {@code StoreAccounts} opens in this process.
 *
 * <p>Invariants: memory does not grow with the file or the table. An import upserts, so it can be repeated.
 *
 * <p>Callers: the launcher. Threads: the main thread, which blocks.
 *
 * <p>Failures: {@link io.weir.cli.terminal.CommandFailure}, {@link io.weir.cli.rows.InputException}, which names the line; those of the
 * contract.
 */
@NullMarked
package io.weir.cli.transfer;

import org.jspecify.annotations.NullMarked;
