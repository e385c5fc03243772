package io.weir.cli.serve;

import io.weir.cluster.CopySource;
import io.weir.engine.backup.Backup;
import io.weir.engine.backup.CopyListener;
import io.weir.engine.disk.FolderReplacement;
import io.weir.engine.replication.AppliedFile;
import io.weir.engine.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies of a node's store for nodes that were away for too long. A copy is a backup in a folder of
 * the store. It takes as much room as the store, so it is deleted when nobody has read it for some
 * minutes.
 *
 * <p>Runs on: any thread that may block. {@code weir-cluster-copy} makes one copy, waits until it
 * is unused, and deletes it.
 */
final class StoreCopies implements CopySource {

  private static final Logger LOG = LoggerFactory.getLogger(StoreCopies.class);
  private static final String FOLDER = "copies";
  private static final String MANIFEST = "BACKUP";
  private static final Duration KEPT = Duration.ofMinutes(10);

  private final Duration kept;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition used = lock.newCondition();

  /** Complete and readable; null while there is none. Guarded by the lock. */
  private @Nullable Path copy;

  /** Whether a copy is made, read or deleted. Guarded by the lock. */
  private boolean busy;

  private long usedNanos;

  /** Set once, when the store is open. */
  private volatile @Nullable Store store;

  StoreCopies() {
    this(KEPT);
  }

  /** @param kept how long an unused copy stays */
  StoreCopies(Duration kept) {
    this.kept = kept;
  }

  /** Deletes what an earlier process left, and serves copies of a store that is open now. */
  void serve(Store opened) throws IOException {
    FolderReplacement.delete(opened.path().resolve(FOLDER), MANIFEST);
    store = opened;
  }

  @Override
  public Optional<Path> copy() {
    var from = store;
    if (from == null) {
      return Optional.empty();
    }
    lock.lock();
    try {
      usedNanos = System.nanoTime();
      if (!busy) {
        busy = true;
        begin(from, from.path().resolve(FOLDER).resolve("copy-" + System.currentTimeMillis()));
      }
      return Optional.ofNullable(copy);
    } finally {
      lock.unlock();
    }
  }

  private void begin(Store from, Path next) {
    var thread = new Thread(() -> lend(from, next), "weir-cluster-copy");
    thread.setDaemon(true);
    thread.start();
  }

  private void lend(Store from, Path next) {
    try {
      LOG.info("a node was away for too long and gets a copy of the store folder={}", next);
      make(from, next);
      awaitUnused(next);
    } catch (IOException | RuntimeException e) {
      LOG.warn("no copy of the store could be made; the node asks again folder={}", next, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      delete(next);
      end();
    }
  }

  private static void make(Store from, Path next) throws IOException {
    Files.createDirectories(next.resolveSibling(""));
    // read before the backup, which then holds at least the entries up to here
    var applied = Files.readAllBytes(from.path().resolve(AppliedFile.FILE));
    Backup.write(from, next, Clock.systemUTC(), CopyListener.NOBODY);
    Files.write(next.resolve(AppliedFile.FILE), applied);
  }

  /** Shows a copy until nobody has asked for it for a while. */
  private void awaitUnused(Path made) throws InterruptedException {
    lock.lock();
    try {
      copy = made;
      usedNanos = System.nanoTime();
      for (var left = kept.toNanos();
          left > 0;
          left = usedNanos + kept.toNanos() - System.nanoTime()) {
        var unused = used.awaitNanos(left);
      }
    } finally {
      copy = null;
      lock.unlock();
    }
  }

  private static void delete(Path unused) {
    try {
      FolderReplacement.delete(unused, MANIFEST);
    } catch (IOException | RuntimeException e) {
      LOG.warn("a copy of the store was not deleted; the next start does it folder={}", unused, e);
    }
  }

  private void end() {
    lock.lock();
    try {
      busy = false;
    } finally {
      lock.unlock();
    }
  }
}
