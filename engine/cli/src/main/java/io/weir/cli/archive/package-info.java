/**
 * Whole stores as folders of lines of JSON that any program can read: what {@code weir export} writes and {@code weir import} reads.
 *
 * <pre>
 * DIR/ACCOUNT/TABLE.ndjson   a line for each entity, in the order of keys: see {@link io.weir.cli.ndjson}
 * DIR/export.ndjson          a line for each table, with count, length and CRC-32C, and its stored access policies if it has any; the
 *                            last line says that the export is whole
 * </pre>
 *
 * <p>An export is read while others may write: each entity is as it was at some moment, one partition at one moment, the whole at none.
 * For one moment of the whole, restore a backup and export that.
 *
 * <p>An import replaces entities of the same keys and leaves others alone, and replaces the policies of tables that had some, so it can
 * be repeated. It records its progress in a journal and continues there when it is started again. Entities get the Timestamps of the
 * service that takes them.
 *
 * <p>Invariant: an export counts only with its last line. An import verifies all files before it stores the first entity.
 *
 * <p>Callers: {@link io.weir.cli.transfer}; {@link io.weir.cli.endpoint} implements its ports. Threads: everything here belongs to one
 * thread, which blocks.
 *
 * <p>Failures: {@link io.weir.cli.rows.InputException} for a folder that is not what was exported; those of the contract.
 *
 * <p>Start reading at {@link io.weir.cli.archive.Exporter}.
 */
@NullMarked
package io.weir.cli.archive;

import org.jspecify.annotations.NullMarked;
