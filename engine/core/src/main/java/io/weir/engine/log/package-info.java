/**
 * The write-ahead log. A store has one, which all its shards share, so that one force serves them
 * all.
 *
 * <p>Start with {@link io.weir.engine.log.CommitLog}. {@code SegmentHeader} and {@code LogFrame}
 * describe the bytes on disk, {@code LogReplay} reads them, and
 * {@link io.weir.engine.log.append.FileLog} in {@code log.append} writes them. The log does not
 * interpret payloads. The only other package of Weir that it imports is {@code engine.disk}.
 *
 * <p><b>Threads.</b> Any thread offers batches. The thread {@code weir-log} owns the open segment
 * and calls every completion. A background executor makes the next segment ahead of its use; if
 * forces come at intervals, it also forces the open segment while the log thread writes to it.
 * There are no locks.
 *
 * <p><b>Positions</b> count the bytes of all frames ever kept, without the headers of segments. A
 * segment begins exactly where the frames of the segment before it end, so a missing or shortened
 * segment is detected.
 *
 * <p><b>Failures.</b> After a failed write, force or rotation the log refuses every batch
 * ({@link io.weir.engine.log.LogFailed}) until a new segment stands. A file whose write or force
 * failed is never touched again, because the kernel may have dropped the very pages that it could
 * not write. The new segment begins at the end of the last acknowledged batch, which may lie inside
 * the failed segment; replay reads the failed segment up to there. If a crash comes before the new
 * segment is durable, replay may show the later frames of the failed segment; the answer to their
 * owners was an unknown outcome. If acknowledged batches are not forced, the failure is final. A
 * log that cannot be read back whole is refused ({@link io.weir.engine.log.LogDamaged}).
 *
 * <p>The log writes a group that does not fit the segment only after the next file exists. If the
 * disk has no room for that file, the log keeps nothing of the group and tells its owners at once.
 * It continues by itself when there is room. This holds for removals, too.
 *
 * <p><b>Torn or damaged?</b> Between two forces a disk may keep any subset of the sectors written,
 * in any order. After a crash, a bad frame <em>followed by good ones</em> is therefore harmless if
 * all of them were written after the last force, because none was acknowledged as durable. The same
 * picture in forced bytes is damage. To tell the two apart, each frame carries its forced position:
 * the position below which the log was already forced when the frame was written. A good frame
 * found after a bad one is a witness. If its forced position lies above the bad frame, the bad
 * frame was once durable, and the start stops. If no witness says so, the tail is torn, and the
 * start cuts it.
 *
 * <p>There are three more witnesses: a later segment, which is created only after the segment
 * before it was forced; the mark that a clean close leaves at the end; and a position that the
 * caller knows to have been forced, because a checkpoint waited for it or because a
 * {@link io.weir.engine.log.DurableRecord}, written about once a second, says so. Nothing proves
 * the end of the log after all witnesses: if the disk loses the last forced group in a crash, and
 * nothing was written after it, the group looks torn.
 *
 * <p>After a cut, the log overwrites the frames behind the cut with zeros and forces them before it
 * appends a frame, so stale frames cannot reappear. Every checksum is seeded with the store, the
 * segment's salt and the frame's own position, so bytes that a disk or an operator restores to
 * another place are not valid frames there.
 *
 * <p><b>Recycling.</b> A truncation keeps the files of some segments, and they become later
 * segments ({@code RecycledSegments}). The log does not zero such a file: none of its old frames
 * has the new segment's salt.
 *
 * <p>The log trusts two properties of the disk: a sector (512 bytes) is written whole or not at
 * all, even if its first part is rewritten with the same bytes; and a force that returned has
 * reached the medium.
 */
@NullMarked
package io.weir.engine.log;

import org.jspecify.annotations.NullMarked;
