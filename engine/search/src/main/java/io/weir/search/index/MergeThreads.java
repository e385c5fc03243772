package io.weir.search.index;

import org.apache.lucene.index.ConcurrentMergeScheduler;
import org.apache.lucene.index.MergePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Merges the segments of an index in the background, on one thread {@code weir-search-merge} of its
 * own, while there is something to merge.
 */
final class MergeThreads extends ConcurrentMergeScheduler {

  private static final Logger LOG = LoggerFactory.getLogger(MergeThreads.class);

  MergeThreads() {
    setMaxMergesAndThreads(2, 1);
  }

  /** The only caller holds the lock of this scheduler. */
  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized")
  protected MergeThread getMergeThread(MergeSource source, MergePolicy.OneMerge merge) {
    var thread = new MergeThread(source, merge);
    thread.setDaemon(true);
    thread.setName("weir-search-merge");
    return thread;
  }

  /**
   * The writer is closed by then: its next use fails, and the follower of the index handles that.
   */
  @Override
  protected void handleMergeException(Throwable failure) {
    LOG.warn("segments of a text index could not be merged", failure);
  }

  @Override
  public String toString() {
    return "MergeThreads";
  }
}
