package io.weir.engine.log.append;

import io.weir.engine.disk.DiskFile;
import io.weir.engine.log.FrameChecksum;
import io.weir.engine.log.LogCounters;
import io.weir.engine.log.LogEnd;
import io.weir.engine.log.LogEnvironment;
import io.weir.engine.log.LogFolder;
import io.weir.engine.log.LogFrame;
import io.weir.engine.log.LogPayload;
import io.weir.engine.log.Segment;
import io.weir.engine.log.SegmentHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends frames to the last segment, forces them, and continues in the next segment when one is
 * full.
 *
 * <p>Runs on: log thread. After a failure only {@link #abandon}, or {@link #resume} until it
 * returns, may be called.
 *
 * <p>Frames are staged and reach the file when the stage is full, or by {@link #write}. A segment
 * always keeps room for one mark after its last record, so that a clean close needs no new segment.
 */
final class LogWriter {
  private static final Logger LOG = LoggerFactory.getLogger(LogWriter.class);
  private static final int MAX_STAGE_BYTES = 1 << 20;
  private static final LogPayload MARK = LogPayload.of(ByteBuffer.allocate(0));

  private final LogFolder folder;
  private final LogEnvironment environment;
  private final LogCounters counters;
  private final ByteBuffer stage;

  private Segment segment;
  private FrameChecksum checksum;
  private @Nullable SpareSegment spare;

  /** The file of the next segment, if a group will need it. */
  private @Nullable DiskFile following;

  private int writtenOffset;
  private long nextSequence;
  private long forcedPosition;
  private @Nullable BackgroundForce backgroundForce;
  private boolean marked;

  /** Where the log continues after a failure: the end of the last acknowledged batch. */
  private long acknowledgedPosition;

  private long settledSequence;

  /** Creates a writer that continues at {@code end}, which is durable. */
  LogWriter(LogFolder folder, LogEnd end, LogEnvironment environment, LogCounters counters) {
    this.folder = folder;
    this.environment = environment;
    this.counters = counters;
    this.checksum = new FrameChecksum(end.segment().header());
    this.stage = ByteBuffer.allocateDirect(Math.min(MAX_STAGE_BYTES, folder.segmentBytes()));
    this.segment = end.segment();
    this.writtenOffset = end.offset();
    this.nextSequence = end.nextSequence();
    this.forcedPosition = end.position();
    this.marked = end.marked();
    settle();
  }

  /** Returns the position after the last frame appended. */
  long position() {
    return segment.positionAt(offset());
  }

  /** Notes that all frames appended so far are acknowledged. */
  void settle() {
    acknowledgedPosition = position();
    settledSequence = nextSequence;
  }

  /** Returns whether all acknowledged frames are forced. */
  boolean isSettledForced() {
    return forcedPosition >= acknowledgedPosition;
  }

  /** Returns the position below which everything is durable. */
  long forcedPosition() {
    return forcedPosition;
  }

  /**
   * Returns whether a force waits for a thread to run it, or a force should begin and none is in
   * progress.
   */
  boolean wantsForce() {
    BackgroundForce force = backgroundForce;
    return force == null ? forcedPosition < position() : force.isWaiting();
  }

  /**
   * Ensures, before anything of a group is written, that the next file exists if the group fills
   * the segment. If the disk is full, the owners learn that their records are certainly not kept.
   *
   * @param frameBytes of the whole group
   */
  void ensureRoom(long frameBytes) throws IOException {
    if (following == null && offset() + frameBytes + LogFrame.HEADER_BYTES > segment.bytes()) {
      force();
      following = nextFile();
    }
  }

  private int offset() {
    return writtenOffset + stage.position();
  }

  /** Appends one record, which reaches the file with the next {@link #write} at the latest. */
  void append(LogPayload payload) throws IOException {
    int frameBytes = LogFrame.bytes(payload.lengthBytes());
    if (offset() + frameBytes + LogFrame.HEADER_BYTES > segment.bytes()) {
      rotate();
    }
    appendFrame(payload);
    nextSequence++;
    marked = false;
    counters.frame(frameBytes);
    prepareSpareInTime();
  }

  private void appendFrame(LogPayload payload) throws IOException {
    int frameBytes = LogFrame.bytes(payload.lengthBytes());
    if (frameBytes > stage.remaining()) {
      write();
    }
    if (frameBytes <= stage.capacity()) {
      putFrame(payload, position(), stage);
    } else {
      ByteBuffer frame = ByteBuffer.allocate(frameBytes);
      putFrame(payload, position(), frame);
      stage(frame.flip());
    }
  }

  /** Stages a frame that is longer than the stage, piece by piece. */
  private void stage(ByteBuffer frame) throws IOException {
    int end = frame.limit();
    while (frame.hasRemaining()) {
      if (!stage.hasRemaining()) {
        write();
      }
      stage.put(frame.limit(frame.position() + Math.min(frame.remaining(), stage.remaining())));
      frame.limit(end);
    }
  }

  /** Puts a frame into a buffer that has room for it. */
  private void putFrame(LogPayload payload, long position, ByteBuffer target) {
    int start = target.position();
    int end = start + LogFrame.HEADER_BYTES + payload.lengthBytes();
    target
        .putInt(start + LogFrame.LENGTH_AT, end - start)
        .putLong(start + LogFrame.SEQUENCE_AT, nextSequence)
        .putLong(start + LogFrame.FORCED_AT, forcedPosition);
    int limit = target.limit();
    payload.writeTo(target.position(start + LogFrame.HEADER_BYTES).limit(end));
    if (target.position() != end) {
      throw new IllegalStateException("a payload has another length than it says");
    }
    int crc = checksum.of(position, target.position(start + LogFrame.LENGTH_AT));
    target.putInt(start + LogFrame.CHECKSUM_AT, crc).limit(limit);
    for (int padding = LogFrame.paddingBytes(payload.lengthBytes()); padding > 0; padding--) {
      target.put((byte) 0);
    }
  }

  /** Writes the staged frames to the file at the end of a group. */
  void writeGroup() throws IOException {
    write();
    counters.group();
  }

  /** Writes the staged frames to the file. */
  void write() throws IOException {
    int bytes = stage.position();
    segment.file().writeFully(stage.flip(), writtenOffset);
    writtenOffset += bytes;
    stage.clear();
  }

  /** Writes and forces all frames appended so far; does nothing if they are already durable. */
  void force() throws IOException {
    awaitForce();
    if (forcedPosition == position()) {
      return;
    }
    write();
    long start = environment.nanoClock().getAsLong();
    segment.file().force();
    counters.force(environment.nanoClock().getAsLong() - start);
    forcedPosition = position();
  }

  /**
   * Begins a force of all frames appended so far, while more are appended; {@link #collectForce}
   * reports the outcome. If an earlier force has not begun yet, runs that one instead.
   *
   * @param ended called on any thread when the force has ended
   */
  void forceInBackground(Runnable ended) throws IOException {
    if (backgroundForce == null) {
      write();
      backgroundForce = BackgroundForce.begin(segment.file(), position(), environment, ended);
    } else {
      backgroundForce.carryOut();
    }
  }

  /**
   * Records the outcome of a force that {@link #forceInBackground} began, if it has ended. Throws
   * the failure of the force.
   */
  void collectForce() throws IOException {
    BackgroundForce force = backgroundForce;
    if (force != null && force.isDone()) {
      awaitForce();
    }
  }

  private void awaitForce() throws IOException {
    BackgroundForce force = backgroundForce;
    if (force != null) {
      backgroundForce = null;
      counters.force(force.await());
      forcedPosition = force.position();
    }
  }

  /**
   * Begins the next segment. The current segment is forced first, so that its successor proves it
   * whole.
   */
  private void rotate() throws IOException {
    force();
    DiskFile made = following;
    following = null;
    DiskFile file = made == null ? nextFile() : made;
    Segment full = segment;
    continueIn(folder.finish(file, position(), nextSequence));
    full.close();
    folder.noteSound(full);
    counters.rotation();
  }

  private void continueIn(Segment next) {
    segment = next;
    checksum = new FrameChecksum(next.header());
    writtenOffset = SegmentHeader.BYTES;
  }

  /**
   * Returns the file prepared ahead of time, or prepares one now if that failed: the disk may have
   * room by now.
   */
  private DiskFile nextFile() throws IOException {
    SpareSegment ahead = spare;
    spare = null;
    if (ahead != null) {
      try {
        return ahead.take();
      } catch (IOException e) {
        LOG.warn("next segment could not be prepared in the background, preparing it now", e);
      }
    }
    return SpareSegment.prepareNow(folder);
  }

  /**
   * Continues after a failure, in a new segment that begins at the end of the acknowledged frames.
   * All later frames are void once this method returns; until then, a crash may restore them. May
   * be retried after a failure.
   *
   * <p>The failed file is neither written nor forced again: the system may have dropped some of its
   * bytes without reporting that at the next force. The bytes before the new segment were forced
   * before the failure.
   */
  void resume() throws IOException {
    closeFailed();
    folder.deleteAfter(acknowledgedPosition);
    folder.deleteUnfinished();
    continueIn(folder.finishReplacing(
        SpareSegment.prepareNow(folder), acknowledgedPosition, settledSequence));
    stage.clear();
    nextSequence = settledSequence;
    forcedPosition = acknowledgedPosition;
    marked = false;
  }

  private void closeFailed() {
    backgroundForce =
        null; // closing the failed file discards it; no acknowledged frame depends on it
    closeFollowing();
    SpareSegment ahead = spare;
    spare = null;
    if (ahead != null) {
      ahead.discard();
    }
    try {
      segment.close();
    } catch (IOException e) {
      LOG.warn("failed segment could not be closed file={}", segment.name(), e);
    }
  }

  /** Closes the next file, which is not needed. The next opening of the log deletes it. */
  private void closeFollowing() {
    DiskFile file = following;
    following = null;
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException e) {
      LOG.warn("unneeded segment file could not be closed", e);
    }
  }

  /**
   * Starts to prepare the next segment once a quarter of the current one is full. That is early
   * enough for a log that fills a segment in a fraction of a second, and a store with few writes
   * never uses the space of two.
   */
  private void prepareSpareInTime() {
    if (spare == null
        && following == null
        && offset() - SegmentHeader.BYTES > segment.bytes() / 4) {
      spare = SpareSegment.prepareOn(environment.background(), folder);
    }
  }

  /**
   * Forces, leaves a mark after the last record as a witness of that if the log is to have one, and
   * closes.
   */
  void close() throws IOException {
    force();
    if (!marked && folder.marksEnd()) {
      appendFrame(MARK);
      force();
    }
    segment.close();
    closeFollowing();
    if (spare != null) {
      spare.discard();
    }
    deleteRecycled();
  }

  /**
   * Deletes the files kept for reuse. The log is durable and closed: a failure is no failure of the
   * log.
   */
  private void deleteRecycled() {
    try {
      boolean given = true;
      while (given) {
        given = folder.giveUpRecycled();
      }
    } catch (IOException e) {
      LOG.warn("files of old segments could not be deleted, the next opening deletes them", e);
    }
  }

  /** Closes the files of a failed log. Adds failures of the close to {@code failure}. */
  void abandon(Throwable failure) {
    closeFollowing();
    try {
      segment.close();
      if (spare != null) {
        spare.discard();
      }
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }
}
