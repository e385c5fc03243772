/**
 * Whole stores as folders of lines of JSON that any program can read: what {@code weir export}
 * writes and {@code weir import} reads.
 *
 * <pre>
 * DIR/ACCOUNT/TABLE.ndjson   a line for each entity, in the order of keys: see {@link io.weir.cli.format}
 * DIR/export.ndjson          a line for each table, with count, length and CRC-32C, and its stored access policies, indexes and rule of
 *                            expiry if it has any; the last line marks the export as complete
 * </pre>
 *
 * <p>Other clients may write during an export: an export shows each partition at one moment, but
 * different partitions at different moments. To export a whole store at one moment, restore a
 * backup and export the restored store.
 *
 * <p>An import replaces entities with the same keys, keeps all others, and replaces the policies of
 * tables that had policies, and declares their indexes and their rule of expiry after their
 * entities are stored. It can therefore be repeated. It records its progress in a journal and
 * continues there when it is started again. The importing service assigns new Timestamps.
 *
 * <p>Invariant: an export counts only with its last line. An import verifies all files before it
 * stores the first entity.
 *
 * <p>Callers: {@link io.weir.cli.transfer}; {@link io.weir.cli.options} implements its ports.
 * Threads: everything here belongs to one thread, which blocks.
 *
 * <p>Failures: {@link io.weir.cli.rows.InputException} for a folder that differs from the export;
 * those of the contract.
 *
 * <p>Start reading at {@link io.weir.cli.archive.Exporter}.
 */
@NullMarked
package io.weir.cli.archive;

import org.jspecify.annotations.NullMarked;
