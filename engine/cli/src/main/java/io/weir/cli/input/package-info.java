/**
 * Bytes of files that other programs wrote.
 *
 * <p>{@link io.weir.cli.input.GzipMembers} unpacks gzip and refuses what {@code gzip -t} refuses. {@link io.weir.cli.input.Utf8Bytes} leaves
 * out a byte order mark.
 *
 * <p>Callers: whatever reads a file that a person names. Threads: everything here belongs to the one thread that reads, which may block.
 *
 * <p>Failures: {@link java.io.IOException}; {@link io.weir.cli.rows.InputException} for text of another encoding.
 */
@NullMarked
package io.weir.cli.input;

import org.jspecify.annotations.NullMarked;
