package io.weir.search;

import io.weir.search.index.IndexOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/**
 * Indexes whose opening waits while a test holds it, and that note the threads on which they are
 * opened.
 */
final class HeldIndexes {

  private volatile CountDownLatch gate = new CountDownLatch(0);
  private volatile String held = "";
  private final Set<String> threads = ConcurrentHashMap.newKeySet();

  /** Lets indexes that are opened from now on wait. */
  void hold() {
    hold("");
  }

  /** Lets an index of a number wait that is opened from now on. */
  void hold(String number) {
    held = number;
    gate = new CountDownLatch(1);
  }

  void release() {
    gate.countDown();
  }

  /** Returns the names of the threads that have opened indexes. */
  Set<String> threads() {
    return threads;
  }

  IndexOptions options() {
    return new IndexOptions(this::open, IndexOptions.DEFAULT.ramMib());
  }

  private Directory open(Path folder) throws IOException {
    threads.add(Thread.currentThread().getName());
    try {
      if (folder.endsWith(held) || held.isEmpty()) {
        gate.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    return FSDirectory.open(folder);
  }
}
