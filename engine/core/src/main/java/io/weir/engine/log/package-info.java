/**
 * The write-ahead log: one per store, shared by all its shards, so that one force serves them all.
 *
 * <p>Start with {@link io.weir.engine.log.CommitLog}, then {@link io.weir.engine.log.append.FileLog}; on
 * disk, {@code SegmentHeader} and {@code LogFrame} draw the bytes, {@code LogWriter} writes them and
 * {@code LogReplay} reads them back. A payload is opaque here, and of Weir nothing is imported but
 * {@code engine.disk}.
 *
 * <p><b>Threads.</b> Any thread offers batches; the thread {@code weir-log} owns the open segment
 * and calls every completion; a background executor zeroes the next segment ahead of its use and,
 * where forces come at intervals, forces the open one while it is written. Nothing is locked.
 *
 * <p><b>Positions</b> count the bytes of all frames ever kept, headers of segments left out: a
 * segment begins exactly where the frames of the one before it end, which makes a missing segment,
 * or a shortened one, visible.
 *
 * <p><b>Failures.</b> After a failed write, force or rotation every batch is refused ({@link
 * io.weir.engine.log.LogFailed}) until a new segment stands. A file whose write or force failed is
 * never touched again, because the kernel may have dropped the very pages that it could not write.
 * The new segment begins where the last batch ends whose owner was told that it is kept, which may
 * lie inside the failed one, and replay reads the failed one up to there. Should the crash come
 * before the new segment is durable, replay may show what lies behind; nobody was told that it is
 * lost for certain, or kept. When owners were told that batches are kept which are not forced, the
 * failure is final. A log that cannot be read back whole is refused ({@link
 * io.weir.engine.log.LogDamaged}).
 *
 * <p>A group that does not go into the segment is written only after the next file was had: where the disk
 * has no room for one, nothing of the group is kept, its owners are told so at once, and the log goes on
 * by itself when there is room. Removals are no exception.
 *
 * <p><b>Torn, or damaged?</b> Between two forces a disk may keep any subset of the sectors written,
 * in any order. After a crash, a bad frame <em>followed by good ones</em> is therefore innocent as
 * long as all of them were written after the last force: nobody was told that they are durable. The
 * same picture in forced bytes is damage. To tell these apart, each frame carries the position
 * below which the log was already forced when the frame was written. A good frame found behind a
 * bad one is thus a witness: if its forced position lies above the bad frame, the bad frame was
 * durable once, and the start stops; if no witness says so, the tail is torn and cut. A later
 * segment is a witness too (it is made only after the one before it was forced), and so are the
 * mark that an orderly close leaves at the end and the position that the caller knows to have been
 * forced, because a snapshot waited for it or a {@link io.weir.engine.log.DurableRecord} says so, which
 * is written about once a second. What has no witness is the end after all of those: should the disk
 * lose the last forced group after a crash, with nothing written after it, it looks like a torn one.
 *
 * <p>Before anything is appended behind a cut, the rest of the segment is zeroed and forced, so
 * stale frames cannot rise again; and every checksum is seeded with the store and the frame's own
 * position, so bytes that a disk or an operator puts back in another place are not frames there.
 *
 * <p>The log trusts that a sector (512 bytes) is written whole or not at all, also when its first
 * part is rewritten with the same bytes, and that a force which returned has reached the medium.
 */
@NullMarked
package io.weir.engine.log;

import org.jspecify.annotations.NullMarked;
