/**
 * Files of rows, in any format, that become entities, and the load of many entities into a table.
 *
 * <p>A {@link io.weir.cli.rows.ByteSource} gives the bytes of an input for each reading: a file,
 * standard input in a temporary file ({@link io.weir.cli.rows.Spool}), or standard input that is
 * read once ({@link io.weir.cli.rows.SinglePass}). {@link io.weir.cli.rows.Unpacked} and
 * {@link io.weir.cli.rows.Utf8Bytes} find out from the first bytes how they are compressed and
 * encoded; all code after them reads UTF-8.
 *
 * <p>A {@link io.weir.cli.rows.RowFile} is read twice. {@link io.weir.cli.rows.Survey} reads it for
 * the first time: it determines the types of the columns, counts the rows, checks every key, and
 * counts the keys that occur again. The result is a {@link io.weir.cli.rows.ImportPlan}. The second
 * reading makes entities: {@link io.weir.cli.rows.EntityRows}. Both readings take constant memory.
 * Rows that are read once have no survey: the first of them determine the types, and
 * {@link io.weir.cli.rows.KeyRepeats} counts the keys while they are stored.
 *
 * <p>{@link io.weir.cli.rows.GzipMembers} unpacks gzip and refuses what {@code gzip -t} refuses.
 *
 * <p>{@link io.weir.cli.rows.Loader} turns a stream of entities into batches
 * ({@link io.weir.cli.rows.OpenBatches}) for any {@code TableService}, keeps a bounded number of
 * them in flight and reports to a {@link io.weir.cli.terminal.LoadProgress}.
 *
 * <p>{@link io.weir.cli.rows.Pull} turns a publisher into a stream of {@code java.util} for a
 * thread that may wait. Invariant: a loop and the waiting thread share no lock. The signals of a
 * client arrive on a loop of Netty, which would have to wait for it, so they are moved to another
 * thread first. The caller bounds the demand.
 *
 * <p>Callers: {@link io.weir.cli.transfer}, {@link io.weir.cli.archive}, {@link io.weir.cli.copy}
 * and {@link io.weir.cli.demo}; {@link io.weir.cli.format} implements the files. Threads: a file
 * belongs to the one thread that reads, which may block. The signals of a load arrive on the
 * threads of the entities and of the service, one at a time.
 *
 * <p>Failures: {@link io.weir.cli.rows.InputException}, which names the line; those of the service.
 * A load can be repeated, because it upserts.
 *
 * <p>Start reading at {@link io.weir.cli.rows.Survey} and {@link io.weir.cli.rows.Loader}.
 */
@NullMarked
package io.weir.cli.rows;

import org.jspecify.annotations.NullMarked;
