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
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies of a node's store for nodes that were away for too long. A copy is a backup in a folder of the store. One is kept while it is read, and for some
 * minutes after.
 *
 * <p>Runs on: any thread that may block. A copy is made on {@code weir-cluster-copy}.
 */
final class StoreCopies implements CopySource {

  private static final Logger LOG = LoggerFactory.getLogger(StoreCopies.class);
  private static final String FOLDER = "copies";
  private static final String MANIFEST = "BACKUP";
  private static final Duration KEPT = Duration.ofMinutes(10);

  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by the lock. */
  private @Nullable Path copy;

  private @Nullable Thread making;
  private long usedNanos;

  /** Set once, when the store is open. */
  private volatile @Nullable Store store;

  /** Deletes what an earlier process left, and serves copies of a store that is open now. */
  void serve(Store opened) throws IOException {
    FolderReplacement.delete(opened.path().resolve(FOLDER), MANIFEST);
    store = opened;
  }

  @Override
  public Optional<Path> copy() throws IOException {
    var from = store;
    if (from == null) {
      return Optional.empty();
    }
    lock.lock();
    try {
      if (copy != null && System.nanoTime() - usedNanos > KEPT.toNanos()) {
        FolderReplacement.delete(copy, MANIFEST);
        copy = null;
      }
      usedNanos = System.nanoTime();
      if (copy == null && making == null) {
        make(from);
      }
      return Optional.ofNullable(copy);
    } finally {
      lock.unlock();
    }
  }

  private void make(Store from) throws IOException {
    var folder = from.path().resolve(FOLDER);
    Files.createDirectories(folder);
    var next = folder.resolve("copy-" + System.currentTimeMillis());
    var thread = new Thread(() -> write(from, next), "weir-cluster-copy");
    thread.setDaemon(true);
    making = thread;
    thread.start();
  }

  private void write(Store from, Path next) {
    Path made = null;
    try {
      LOG.info("a node was away for too long and gets a copy of the store folder={}", next);
      var applied = Files.readAllBytes(from.path().resolve(AppliedFile.FILE));
      Backup.write(from, next, Clock.systemUTC(), CopyListener.NOBODY);
      Files.write(next.resolve(AppliedFile.FILE), applied);
      made = next;
    } catch (IOException | RuntimeException e) {
      LOG.warn("no copy of the store could be made; the node asks again folder={}", next, e);
    }
    lock.lock();
    try {
      copy = made;
      making = null;
      usedNanos = System.nanoTime();
    } finally {
      lock.unlock();
    }
  }
}
