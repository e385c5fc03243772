package io.weir.engine.archive;

import io.weir.engine.archive.ArchiveProgress.Task;
import io.weir.engine.backup.BackupRefused;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.store.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The continuous backup of an open store to an archive.
 *
 * <p>{@link #start} and {@link #close} block for seconds at most, whatever the archive does.
 * {@link #status}: any thread.
 */
public final class ContinuousBackup implements AutoCloseable {

  /** How long start and close wait for a thread that may hang. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Store store;
  private final ArchiveProgress progress;
  private final LogShipping shipping;
  private final Bases bases;
  private final Duration pause;
  private final Duration patience;
  private final CountDownLatch begun = new CountDownLatch(1);
  private final Thread logThread = new Thread(this::shipUntilClosed, "weir-archive");
  private final Thread baseThread = new Thread(this::addUntilClosed, "weir-archive-base");

  /** Written by the thread of the log before it counts {@link #begun} down. */
  private volatile @Nullable BackupRefused refusal;

  /** Written by the closing thread, read by the others after each pause. */
  private volatile boolean closed;

  private ContinuousBackup(
      Store store, LogShipping.Opening opening, ArchiveOptions options, Duration patience) {
    var clock = store.clock(); // ages of bases are compared with Timestamps
    this.store = store;
    this.progress = new ArchiveProgress(options.every(), store.nanoClock());
    this.shipping = new LogShipping(store, opening, options, clock, progress);
    this.bases = new Bases(store, options, clock, progress);
    this.pause = options.every();
    this.patience = patience;
  }

  /**
   * Begins to archive a store into a folder, which is created if absent. Waits for five seconds at
   * most: the store serves also while the archive is out of reach. The caller closes the result
   * before the store.
   *
   * @throws BackupRefused when the folder is the archive of another store, or holds something else
   * @throws IOException when the store keeps no files
   */
  public static ContinuousBackup start(Store store, Path folder, ArchiveOptions options)
      throws IOException {
    var absolute = folder.toAbsolutePath().normalize();
    return start(store, () -> new ArchiveFolder(FolderOnDisk.in(absolute)), options, PATIENCE);
  }

  static ContinuousBackup start(
      Store store, LogShipping.Opening opening, ArchiveOptions options, Duration patience)
      throws IOException {
    store.files().log(); // fails for a store in memory
    var backup = new ContinuousBackup(store, opening, options, patience);
    backup.logThread.setDaemon(true);
    backup.baseThread.setDaemon(true);
    backup.logThread.start();
    backup.baseThread.start();
    backup.awaitFirstRound();
    return backup;
  }

  private void awaitFirstRound() throws BackupRefused {
    try {
      var unused = begun.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    var refused = refusal;
    if (refused != null) {
      close();
      throw refused;
    }
  }

  private void shipUntilClosed() {
    try {
      shipping.round();
    } catch (BackupRefused e) {
      refusal = e;
      progress.failed(Task.LOG, e);
    } catch (IOException | RuntimeException e) {
      progress.failed(Task.LOG, e);
    }
    begun.countDown();
    LockSupport.unpark(baseThread); // there is a chain now
    while (!closed) {
      LockSupport.parkNanos(this, pause.toNanos());
      if (refusal == null) {
        ship(); // also once after the end, for the last writes
      }
    }
  }

  private void ship() {
    try {
      shipping.round();
    } catch (IOException | RuntimeException e) {
      progress.failed(Task.LOG, e);
    }
  }

  private void addUntilClosed() {
    while (!closed) {
      progress.tellIfLate();
      try {
        bases.round();
      } catch (IOException | RuntimeException e) {
        if (!closed) {
          progress.failed(Task.BASE, e);
        }
      }
      LockSupport.parkNanos(this, pause.toNanos());
    }
  }

  /** Returns how far the archive is behind. Any thread; asks neither the archive nor a loop. */
  public ArchiveStatus status() {
    return progress.status(store.log().durablePosition());
  }

  /** Archives what is durable now, and ends. Waits for five seconds at most for each thread. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(logThread);
    LockSupport.unpark(baseThread);
    await(logThread);
    await(baseThread);
  }

  private void await(Thread thread) {
    try {
      thread.join(patience.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
