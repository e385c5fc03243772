/**
 * Continuous backup: an archive that follows an open store, and stores restored from it as of any
 * moment.
 *
 * <pre>
 * ARCHIVE                     names the store; a folder without it is no archive
 * REACHED                     the position and moment up to which the archive is complete
 * base-CHAIN-POSITION/        a backup: {@link io.weir.engine.backup}
 * log/CHAIN-FROM-TO.log       a part of the log: {@code Piece}
 * </pre>
 *
 * <p>{@code LogShipping} copies the durable log every few seconds, {@code Bases} a checkpoint every
 * hour or so, as an incremental backup. A restore takes a base, and the log after it up to a point.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>Only bytes below the log's durable position are archived. A crash of the store therefore
 *       takes back nothing that the archive has.
 *   <li>Each file is written under another name, forced, read back and verified, and renamed last.
 *       It never changes afterwards. A crash at any operation leaves the archive as it was before
 *       or after it; the next start deletes the rest.
 *   <li>A chain is a part of the log without a gap, and comes from one history. When the archive
 *       cannot go on where it ended, a new chain begins with a base of its own: the store had to
 *       give the log up, files of the archive are missing, or the store's log is not the one that
 *       was archived. Pieces of different chains are never read together.
 *   <li>A piece is deleted after a longer one that contains it is durable, or when no kept base of
 *       its chain reads it. The newest base is always kept.
 *   <li>The store waits for nothing here. It keeps the log that was not archived up to a bound, and
 *       gives it up earlier when it needs the room.
 * </ol>
 *
 * <p><b>A moment.</b> A store that is restored to a time holds the log up to the first record with
 * a later Timestamp, and nothing after it. No entity in it is later than the time. Shards take the
 * Timestamp before the log puts their records in order, so a write of another shard with a
 * Timestamp just before the time may be logged after that record, and is then left out: this
 * concerns writes that were in progress at that moment. What one shard has logged is a prefix, each
 * batch and joint commit is whole, and what was acknowledged before a later write began is included
 * if the later write is. The time is compared with the Timestamps, which are those of the service's
 * clock.
 *
 * <p>The archive is complete up to the time in {@code REACHED}. The end of an earlier chain is
 * known by the Timestamp of its last record.
 *
 * <p>Threads: {@code weir-archive} ships the log, {@code weir-archive-base} adds bases and deletes
 * what is superfluous. An archive that does not answer stops these two and nothing else.
 *
 * <p>Failures: {@link io.weir.engine.backup.BackupRefused}, which says what to do. A failure of the
 * archive is logged, is told by {@link io.weir.engine.archive.ArchiveStatus}, and tried again.
 *
 * <p>Sources: PostgreSQL's base backups and archived segments; Litestream's generations for the
 * chains.
 *
 * <p>Start reading at {@link io.weir.engine.archive.ContinuousBackup}.
 */
@NullMarked
package io.weir.engine.archive;

import org.jspecify.annotations.NullMarked;
