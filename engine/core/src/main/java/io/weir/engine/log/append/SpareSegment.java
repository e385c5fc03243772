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
 * The file of the next segment, made ahead of its use: one that was a segment before, or else a new
 * one, zeroed and forced.
 *
 * <p>A new file holds written zeros rather than a hole. Forcing a write into bytes that the file
 * system has already allocated and initialised changes no metadata, and costs about half as much as
 * in a file that grows or has holes. The zeros are forced piece by piece, so that a concurrent
 * force of the log waits for one piece only, and a loop on the same core runs again after each.
 *
 * <p>Prepared on the background executor. The thread that needs the file runs the preparation
 * itself if the executor has not begun it, so a busy or stopped executor costs time and never hangs
 * the log.
 */
final class SpareSegment {
  private static final Logger LOG = LoggerFactory.getLogger(SpareSegment.class);
  private static final int PIECE_BYTES = 512 << 10;

  private final LogFolder folder;
  private final FutureTask<DiskFile> preparation;

  /**
   * Written by log thread, read by the executor between chunks: ends a preparation in progress
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
      return spare; // deliberate: take() prepares the file if the executor does not
    }
    return spare;
  }

  /** Prepares at once, on the calling thread. */
  static DiskFile prepareNow(LogFolder folder) throws IOException {
    return new SpareSegment(folder).prepare();
  }

  /** Returns the file; waits until it is ready. */
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
   * Stops the preparation at any stage and deletes the file. If the deletion fails, the next
   * opening deletes the file.
   */
  void discard() {
    discarded = true;
    try {
      take().close();
      folder.deleteUnfinished();
    } catch (IOException e) {
      LOG.warn("unneeded segment file could not be deleted", e);
    }
  }

  private DiskFile prepare() throws IOException {
    DiskFile old = folder.reuse();
    if (old != null) {
      return old;
    }
    DiskFile file = folder.createUnfinished();
    try {
      zero(file);
      return file;
    } catch (IOException e) {
      giveUp(file, e);
      throw e;
    }
  }

  /**
   * Deletes the file, because a full disk needs its bytes. If that fails, the next opening deletes
   * it.
   */
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
