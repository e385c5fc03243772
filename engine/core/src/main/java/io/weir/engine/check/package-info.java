/**
 * Verifies a store that nobody has open, or a backup: every file, every checksum, every entry, and tells of all that is wrong, not of
 * the first thing.
 *
 * <p>It only reads; the store's lock is the one thing that it takes. What it calls sound can be opened, and what cannot be opened it
 * calls damaged; so it does with pages of a store stopped in good order whose checksums do not agree, which a start takes unread. What a
 * start would put right by itself, such as the torn end of a log, it remarks.
 *
 * <p>Threads: everything here blocks and belongs to the thread that asked.
 *
 * <p>Failures: {@link io.weir.engine.check.CannotCheck} where there is nothing to verify or the store is in use; {@link
 * java.io.IOException} where the disk does not read.
 *
 * <p>Start reading at {@link io.weir.engine.check.StoreCheck}.
 */
@NullMarked
package io.weir.engine.check;

import org.jspecify.annotations.NullMarked;
