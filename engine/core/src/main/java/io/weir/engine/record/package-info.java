/**
 * The records that shards write to the log, and the changes that they hold.
 *
 * <p>{@link io.weir.engine.record.LogRecord} draws the form of a record, and decodes it for a
 * {@link io.weir.engine.record.LogRecord.Visitor}: the recovery of a shard, a change feed, the
 * check of a store. {@link io.weir.engine.record.OldestRecord} tells how old a part of the log is.
 * The log itself ({@link io.weir.engine.log}) knows payloads only.
 *
 * <p>The changes of a table that keeps before-images tell what they replace
 * ({@link io.weir.engine.record.BeforeImages}). Only a feed reads that: replay ignores it, and the
 * record of one partition group of a joint record leaves it out. A store has such records only
 * after a table was told to keep images; a version of Weir that does not know them refuses to open
 * it before the next checkpoint.
 *
 * <p>A node of several writes a mark after the records of each agreed entry. It tells which entry
 * it was, and changes nothing.
 *
 * <p>Invariant: a record holds the outcome of a command and not the command, so to apply it twice
 * has the effect of applying it once.
 *
 * <p>Threads: pure functions and immutable values; the arrays of keys and forms are not copied and
 * must not be written to. {@code OldestRecord} blocks. Failures:
 * {@link java.lang.IllegalStateException} for a payload of another form.
 */
@NullMarked
package io.weir.engine.record;

import org.jspecify.annotations.NullMarked;
