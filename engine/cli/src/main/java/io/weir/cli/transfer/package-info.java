/**
 * The commands {@code import}, {@code export}, {@code query}, {@code change} and {@code value}, for
 * entities of tables and large values as files and as text.
 *
 * <p>{@link io.weir.cli.transfer.ImportCommand} stores a file or standard input ({@code Input},
 * {@code RowOptions}) in a table, or the folder of an export ({@code FolderImport}).
 * {@link io.weir.cli.transfer.ExportCommand} writes such a folder, or one table
 * ({@code TableExport}). {@link io.weir.cli.transfer.QueryCommand} prints the entities that match a
 * filter. {@link io.weir.cli.transfer.ChangeCommand} changes one entity in place. The work is done
 * below: {@link io.weir.cli.rows} and {@link io.weir.cli.format} for files and text,
 * {@link io.weir.cli.archive} for folders. The tables are those of an endpoint, or with
 * {@code --store} those of a store that {@code StoreAccounts} opens in this process.
 *
 * <p>{@link io.weir.cli.transfer.ValueCommand} stores, prints, describes and deletes large values
 * of a running service, and lists and collects unfinished uploads.
 * {@link io.weir.client.WeirValues} sends the requests and continues a transfer whose connection
 * breaks. {@code FileUpload} and {@code FileDownload} transfer a file, {@code FileSource} reads it;
 * {@code UnfinishedUploads} finds the upload that a file continues.
 * {@code io.weir.cli.terminal.Persistence} tries again for longer than the client does, with
 * {@code --resume}.
 *
 * <p>An upload is begun on the service and sent from the stored offset on, so it continues after
 * either side was killed. The service keeps the SHA-256 of the file from the beginning: another
 * file does not continue the upload, and a file that has changed meanwhile does not become the
 * value. If the last answer is lost, the client compares the stored SHA-256 before it reports a
 * failure. A download goes to {@code FILE.part}, which gets its name when its SHA-256 is right.
 *
 * <p>Invariants: memory does not grow with the file, the table or the value; a value takes a few
 * buffers of 64 KiB. An import upserts, so it can be repeated. What is printed to a pipe that
 * nobody reads any more ends the command without failure.
 *
 * <p>Callers: the launcher. Threads: the main thread, which blocks. Files of values are read and
 * written on threads of Reactor that may block, one at a time.
 *
 * <p>Failures: {@link io.weir.cli.terminal.CommandFailure} for options that are wrong, for files
 * that do not fit, and for an output that takes no more; {@link io.weir.cli.rows.InputException},
 * which names the line; those of the contract and of the network.
 */
@NullMarked
package io.weir.cli.transfer;

import org.jspecify.annotations.NullMarked;
