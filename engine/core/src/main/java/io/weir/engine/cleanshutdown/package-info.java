/**
 * What an orderly stop leaves behind, so that the next start need not rebuild anything.
 *
 * <pre>
 * DIR/CLEAN        the marker: see {@link io.weir.engine.cleanshutdown.CleanMarker}
 * DIR/fences/N     the leaves of shard N: see {@link io.weir.engine.cleanshutdown.FencesWriter}
 * DIR/pages/N/     its page files, closed and forced
 * </pre>
 *
 * <p>The marker is written last, when all it speaks of is durable, and it is removed, durably,
 * before a start opens a page file. So it is there only while nobody has changed anything since,
 * and a crash at any time finds none. It names the store, the format of its pages, the end of the
 * log, and the length and checksum of each fences file; these name each page file's length and the
 * time it was last written to. Where any of that does not agree the store is rebuilt from snapshot
 * and log, which stay the truth: nothing here is needed, and nothing here is believed on its word.
 *
 * <p>What this guards against: files that are missing, cut, of another store or another version,
 * put back from elsewhere, or written to since; and, through the header of each page, against page
 * files that lost what was forced. A disk that changes bytes inside a page without a write is not seen by the start, which does not
 * read pages. The fences files keep a CRC-32C of each page, and where in its file it lies, for those that do: {@code weir check} while
 * the store is stopped, and after the start each thread that first uses a page. A stop hands on the checksums of pages that nobody has
 * used.
 *
 * <p>Threads: everything here blocks, and runs on one thread for each file.
 *
 * <p>Failures: {@link io.weir.engine.cleanshutdown.CleanShutdownInvalid} says what does not agree.
 */
@NullMarked
package io.weir.engine.cleanshutdown;

import org.jspecify.annotations.NullMarked;
