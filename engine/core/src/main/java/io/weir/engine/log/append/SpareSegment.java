package io.weir.engine.log.append;

import io.weir.engine.disk.DiskFile;
import io.weir.engine.log.LogFolder;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file of the next segment, zeroed and forced ahead of its use.
 *
 * <p>Zeros, not a hole: forcing a write into bytes that the file system has already allocated and
 * initialised changes no metadata, and costs about half of what it costs in a file that grows or
 * has holes. The zeros are forced a piece at a time, so that a force of the log that happens
 * meanwhile waits behind one piece only, and a loop on the same core gets it back at each.
 *
 * <p>Prepared on the background executor. Whoever needs the file runs the preparation itself if the
 * executor has not begun it; so a busy or stopped executor costs time and never hangs the log.
 */
final class SpareSegment {
  private static final Logger LOG = LoggerFactory.getLogger(SpareSegment.class);
  private static final int PIECE_BYTES = 512 << 10;

  private final LogFolder folder;
  private final FutureTask<DiskFile> preparation;

  /**
   * Written by log thread, read by the executor between chunks: a preparation in progress ends
   * early.
   */
  private volatile boolean discarded;

  private SpareSegment(LogFolder folder) {
    this.folder = folder;
    this.preparation = new FutureTask<>(this::prepare);
  }

  static SpareSegment prepareOn(Executor background, LogFolder folder) {
    SpareSegment spare = new SpareSegment(folder);
    try {
      background.execute(spare.preparation);
    } catch (RejectedExecutionException e) {
      return spare; // deliberate: take() prepares what nobody else has
    }
    return spare;
  }

  /** Prepares at once, on the calling thread. */
  static DiskFile prepareNow(LogFolder folder) throws IOException {
    return new SpareSegment(folder).prepare();
  }

  /** The zeroed file; waits for it if it is not ready. */
  DiskFile take() throws IOException {
    preparation.run();
    try {
      return preparation.get();
    } catch (ExecutionException e) {
      throw new IOException("next segment could not be prepared", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for the next segment");
    }
  }

  /**
   * Ends the preparation, wherever it stands, and deletes the file; if that fails, the next opening
   * deletes it.
   */
  void discard() {
    discarded = true;
    try {
      take().close();
      folder.deleteUnfinished();
    } catch (IOException e) {
      LOG.warn("the file of a segment that is not needed is left behind", e);
    }
  }

  private DiskFile prepare() throws IOException {
    DiskFile file = folder.createUnfinished();
    try {
      zero(file);
      return file;
    } catch (IOException e) {
      giveUp(file, e);
      throw e;
    }
  }

  /** A disk that is full wants its bytes back; if that fails, the next opening sees to it. */
  private void giveUp(DiskFile file, IOException failure) {
    try {
      file.close();
      folder.deleteUnfinished();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  private void zero(DiskFile file) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocateDirect(Math.min(PIECE_BYTES, folder.segmentBytes()));
    for (int offset = 0; offset < folder.segmentBytes() && !discarded; offset += zeros.limit()) {
      zeros.clear().limit(Math.min(zeros.capacity(), folder.segmentBytes() - offset));
      file.writeFully(zeros, offset);
      file.force();
    }
  }
}
