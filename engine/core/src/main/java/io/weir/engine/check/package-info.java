/**
 * Verifies a closed store or a backup: every file, every checksum, every entry. Reports all damage, not only the
 * first.
 *
 * <p>The check reads the store and changes nothing in it; the one thing that it takes is the store's lock. A store that it calls sound can be
 * opened, and a store that cannot be opened it calls damaged. It also reports, as damage, pages of the last checkpoint
 * whose checksums do not match; a start uses such pages without reading them first. Conditions that a start repairs
 * by itself, such as a torn end of the log, are remarks.
 *
 * <p>When all else is sound, the check compares the entries of indexes with the entities. An entity that lacks the
 * entry of a readable index is damage, because queries miss it. So is an entity that does not hold the claim to its
 * values in a unique index, because another entity could take them. An entry without an entity is a remark, because queries
 * test each entry.
 *
 * <p>Threads: everything here blocks and belongs to the calling thread.
 *
 * <p>Failures: {@link io.weir.engine.check.CannotCheck} if there is nothing to verify or the store is in use;
 * {@link java.io.IOException} if the disk cannot be read.
 *
 * <p>Start with {@link io.weir.engine.check.StoreCheck}.
 */
@NullMarked
package io.weir.engine.check;

import org.jspecify.annotations.NullMarked;
