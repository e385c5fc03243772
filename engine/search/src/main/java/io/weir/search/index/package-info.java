/**
 * The text index of one table: the only package that knows Lucene.
 *
 * <p>{@link io.weir.search.index.EntityIndex} is a folder with an index. A document stands for an
 * entity; its term {@code key} is the encoded key, its term {@code group} the partition group,
 * which a removed range names, and each searched property is a field. Properties themselves are not
 * stored: an answer reads the table.
 *
 * <p>Each commit of Lucene holds the token of the change feed up to which the index has followed
 * ({@link io.weir.search.index.IndexCommit}), so both are durable together or not at all. Changes
 * may be applied again after a crash: documents are replaced by key.
 *
 * <p>Invariants: an index is written by one thread. A commit never names a token after a change
 * that it does not hold. A changed definition never changes an index; a new index is built for it.
 *
 * <p>Threads: everything blocks. The writing methods belong to one thread; searches run on any
 * thread that may block.
 *
 * <p>Failures: {@code IndexDamaged} for files that are not what was committed;
 * {@link java.io.IOException} for a disk that fails.
 *
 * <p>Start reading at {@link io.weir.search.index.EntityIndex}.
 */
@NullMarked
package io.weir.search.index;

import org.jspecify.annotations.NullMarked;
