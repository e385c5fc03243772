package io.weir.engine.store;

import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.ReadOnlyFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The last checkpoint of an open store, and the log after it, which stay while the store writes
 * later ones. The reader closes it.
 *
 * <p>The store gives a pin up when page files or log cannot grow, and when it closes: it prefers
 * its writes. The reader may then find anything in place of a page or a file. It compares what it
 * reads with checksums, and {@link #requireHeld} says why.
 *
 * <p>Threads: any; the reader may block.
 */
public final class CheckpointPin implements AutoCloseable {

  /** Ends a pin, or a part of it. */
  @FunctionalInterface
  interface End {
    void run() throws IOException;
  }

  private final Path path;
  private final Folder files;
  private final Optional<CheckpointManifest> manifest;
  private final long durablePosition;

  /** Ends the pin; called once. */
  private final Runnable release;

  private final Runnable releaseLog;
  private final End closed;
  private final AtomicBoolean released = new AtomicBoolean();
  private final AtomicBoolean logReleased = new AtomicBoolean();

  /** Why the store gave the pin up. Written once, before the pin ends; read by the reader. */
  private volatile @Nullable String reason;

  /**
   * @param release makes the pages available
   * @param releaseLog makes the log available
   * @param closed called when the reader has ended
   */
  CheckpointPin(
      Path path,
      Folder files,
      Optional<CheckpointManifest> manifest,
      long durablePosition,
      Runnable release,
      Runnable releaseLog,
      End closed) {
    this.path = path;
    this.files = new ReadOnlyFolder(files);
    this.manifest = manifest;
    this.durablePosition = durablePosition;
    this.release = release;
    this.releaseLog = releaseLog;
    this.closed = closed;
  }

  /** Returns the folder of the store. */
  public Path path() {
    return path;
  }

  /** Returns the files in it. */
  public Folder files() {
    return files;
  }

  /** Returns the checkpoint; empty before the first. */
  public Optional<CheckpointManifest> manifest() {
    return manifest;
  }

  /**
   * Returns a position up to which the log can be read, after each write that was acknowledged
   * before the pin.
   */
  public long durablePosition() {
    return durablePosition;
  }

  /** Says that the log has been read, so that it is cut again. */
  public void logIsRead() {
    if (logReleased.compareAndSet(false, true)) {
      releaseLog.run();
    }
  }

  /** Whether the log is still kept. */
  boolean keepsLog() {
    return !logReleased.get();
  }

  /** Fails if the store gave the pin up. */
  public void requireHeld() throws IOException {
    var why = reason;
    if (why != null) {
      throw new IOException(why);
    }
  }

  /** Ends the pin although its reader has not ended. Any thread; returns at once. */
  void giveUp(String why) {
    if (reason == null) {
      reason = why;
    }
    release();
  }

  private void release() {
    if (released.compareAndSet(false, true)) {
      logIsRead();
      release.run();
    }
  }

  @Override
  public void close() throws IOException {
    release();
    closed.run();
  }
}
