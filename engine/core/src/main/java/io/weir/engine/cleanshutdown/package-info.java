/**
 * The files that a clean shutdown writes, so that the next start need not rebuild anything.
 *
 * <pre>
 * DIR/CLEAN        the marker: see {@link io.weir.engine.cleanshutdown.CleanMarker}
 * DIR/fences/N     the leaves of shard N: see {@link io.weir.engine.cleanshutdown.FencesWriter}
 * DIR/pages/N/     its page files, closed and forced
 * </pre>
 *
 * <p>The marker is written last, after all files that it names are durable. It is removed durably before a start
 * opens a page file. It therefore exists only while nothing has changed since the shutdown, and a crash at any time
 * finds none. The marker names the store, the format of its pages, the end of the log, and the length and checksum of
 * each fences file. Each fences file names each page file's length and last modification time. If any of these does
 * not match, the store is rebuilt from snapshot and log, which remain the truth. The files of this package are
 * optional, and each is verified before use.
 *
 * <p>This detects missing and cut files, files of another store or version, files restored from elsewhere, and files
 * written to since the shutdown. The header of each page also detects page files that lost forced bytes. A start does
 * not read whole pages, so it does not see a page that the disk changed without a write. For that the fences files
 * keep a CRC-32C of each page and its place in the file: {@code weir check} verifies pages of a stopped store, and
 * after a start each thread verifies a page on its first use. A shutdown carries over the checksums of pages that
 * were not used.
 *
 * <p>Threads: everything here blocks, and runs on one thread for each file.
 *
 * <p>Failures: {@link io.weir.engine.cleanshutdown.CleanShutdownInvalid} says which condition does not hold.
 */
@NullMarked
package io.weir.engine.cleanshutdown;

import org.jspecify.annotations.NullMarked;
