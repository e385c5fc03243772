/**
 * The write-ahead log. A store has one, which all its shards share, so that one force serves them all.
 *
 * <p>Start with {@link io.weir.engine.log.CommitLog}. {@code SegmentHeader} and {@code LogFrame} draw the bytes on
 * disk, {@code LogReplay} reads them, and {@link io.weir.engine.log.append.FileLog} in {@code log.append} writes
 * them. Payloads are opaque to the log. The only other package of Weir that it imports is {@code engine.disk}.
 *
 * <p><b>Threads.</b> Any thread offers batches. The thread {@code weir-log} owns the open segment and calls every
 * completion. A background executor makes the next segment ahead of its use; if forces come at intervals, it also
 * forces the open segment while the log thread writes to it. There are no locks.
 *
 * <p><b>Positions</b> count the bytes of all frames ever kept, without the headers of segments. A segment begins
 * exactly where the frames of the segment before it end, so a missing or shortened segment is detected.
 *
 * <p><b>Failures.</b> After a failed write, force or rotation the log refuses every batch ({@link
 * io.weir.engine.log.LogFailed}) until a new segment stands. A file whose write or force failed is never touched
 * again, because the kernel may have dropped the very pages that it could not write. The new segment begins at the
 * end of the last acknowledged batch, which may lie inside the failed segment; replay reads the failed segment up to
 * there. If a crash comes before the new segment is durable, replay may show the later frames of the failed segment;
 * their owners were told neither that these are lost nor that they are kept. If batches were acknowledged that are
 * not forced, the failure is final. A log that cannot be read back whole is refused ({@link
 * io.weir.engine.log.LogDamaged}).
 *
 * <p>A group that does not fit the segment is written only after the next file exists. If the disk has no room for
 * that file, nothing of the group is kept, its owners are told so at once, and the log continues by itself when there
 * is room. This holds for removals too.
 *
 * <p><b>Torn or damaged?</b> Between two forces a disk may keep any subset of the sectors written, in any order.
 * After a crash, a bad frame <em>followed by good ones</em> is therefore harmless if all of them were written after
 * the last force, because none was acknowledged as durable. The same picture in forced bytes is damage. To tell the
 * two apart, each frame carries its forced position: the position below which the log was already forced when the
 * frame was written. A good frame found after a bad one is a witness. If its forced position lies above the bad
 * frame, the bad frame was once durable, and the start stops. If no witness says so, the tail is torn, and the start
 * cuts it.
 *
 * <p>There are three more witnesses: a later segment, which is created only after the segment before it was forced;
 * the mark that a clean close leaves at the end; and a position that the caller knows to have been forced, because a
 * checkpoint waited for it or because a {@link io.weir.engine.log.DurableRecord}, written about once a second, says so.
 * The end of the log after all witnesses has none: if the disk loses the last forced group in a crash, and nothing
 * was written after it, the group looks torn.
 *
 * <p>Before a frame is appended after a cut, the frames after it are zeroed and forced, so stale frames cannot
 * reappear. Every checksum is seeded with the store, the segment's salt and the frame's own position, so bytes that a disk or an operator
 * restores to another place are not valid frames there.
 *
 * <p><b>Recycling.</b> A truncation keeps the files of some segments, and they become later segments ({@code RecycledSegments}). Such a file is
 * not zeroed: of what it held before, no frame has the new segment's salt.
 *
 * <p>The log trusts two properties of the disk: a sector (512 bytes) is written whole or not at all, even if its
 * first part is rewritten with the same bytes; and a force that returned has reached the medium.
 */
@NullMarked
package io.weir.engine.log;

import org.jspecify.annotations.NullMarked;
