package io.weir.engine.log.append;

import io.weir.engine.disk.Folder;
import io.weir.engine.log.LogConfig;
import io.weir.engine.log.LogEnd;
import io.weir.engine.log.LogFolder;
import io.weir.engine.log.LogFrame;
import io.weir.engine.log.LogPayload;
import io.weir.engine.log.LogReplay;
import io.weir.engine.log.LogVisitor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes the records of one log, up to a limit, into a new log of another store.
 *
 * <p>The seed of a frame's checksum is the store and the position, so segments cannot be copied as
 * files: the records are read, checked and framed again. The new log begins at the position from
 * which the old one was read.
 *
 * <p>Runs on: the thread that restores; it blocks on the disk.
 */
public final class LogCopy implements LogVisitor {
  /** An archive has segments that are far shorter than those of a store. */
  private static final int LEAST_SEGMENT_BYTES = 1 << 20;

  private final Folder target;
  private final LogConfig config;
  private final long from;
  private final Limit limit;
  private @Nullable NewLog writer;
  private boolean ended;
  private long nextSequence;
  private long included;
  private long omitted;

  private LogCopy(Folder target, LogConfig config, long from, Limit limit) {
    this.target = target;
    this.config = config;
    this.from = from;
    this.limit = limit;
  }

  /** Decides where the copy ends. */
  @FunctionalInterface
  public interface Limit {

    /**
     * Returns whether this record belongs to the copy. The first record that does not ends the
     * copy.
     *
     * @param endPosition where the record's frame ends
     * @param payload to be read without moving its position
     */
    boolean includes(long endPosition, ByteBuffer payload);
  }

  /**
   * A log to read from.
   *
   * @param files the folder that holds the segments
   * @param storeId the store that the segments belong to
   * @param from position from which its records are taken
   */
  public record Source(Folder files, UUID storeId, long from) {}

  /**
   * A log to create.
   *
   * @param files an empty folder
   * @param storeId the store that the new log belongs to
   * @param marksEnd whether a close is marked in the log, which moves its positions
   */
  public record Target(Folder files, UUID storeId, boolean marksEnd) {

    /** Creates the log of a store of its own. */
    public Target(Folder files, UUID storeId) {
      this(files, storeId, true);
    }
  }

  /**
   * The result of a copy.
   *
   * @param sourceEnd position at which the source ends
   * @param targetEnd position at which the records of the copy end
   * @param included records copied
   * @param omitted records after the limit
   */
  public record Report(long sourceEnd, long targetEnd, long included, long omitted) {}

  /**
   * Copies the records. The copy is durable and cleanly closed when this method returns.
   *
   * @throws LogDamaged if the source cannot be read back whole
   */
  public static Report run(Source source, Target target, Limit limit) throws IOException {
    LogFolder old = new LogFolder(source.files(), LogConfig.forStore(source.storeId()));
    LogConfig marked = LogConfig.forStore(target.storeId())
        .withSegmentBytes(Math.max(LEAST_SEGMENT_BYTES, old.longestSegment()));
    LogConfig config = target.marksEnd() ? marked : marked.withoutEndMark();
    LogCopy copy = new LogCopy(target.files(), config, source.from(), limit);
    try {
      long sourceEnd = copy.read(old);
      return copy.finish(sourceEnd);
    } catch (IOException | RuntimeException e) {
      copy.abandon(e);
      throw e;
    }
  }

  private long read(LogFolder old) throws IOException {
    try {
      LogEnd end = new LogReplay(old, from, from, this).run(old.segments());
      nextSequence = end.nextSequence();
      end.segment().close();
      return end.position();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Override
  public void record(long position, long sequence, ByteBuffer payload) {
    long endPosition = position + LogFrame.bytes(payload.remaining());
    ended = ended || !limit.includes(endPosition, payload.duplicate());
    if (ended) {
      omitted++;
      return;
    }
    included++;
    try {
      writerFrom(sequence).append(LogPayload.of(payload));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private NewLog writerFrom(long sequence) throws IOException {
    if (writer == null) {
      writer = NewLog.create(target, config, from, sequence);
    }
    return writer;
  }

  private Report finish(long sourceEnd) throws IOException {
    long targetEnd = writerFrom(nextSequence).close();
    return new Report(sourceEnd, targetEnd, included, omitted);
  }

  private void abandon(Exception failure) {
    if (writer != null) {
      writer.abandon(failure);
    }
  }
}
