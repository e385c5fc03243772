package io.weir.cluster;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Why a node takes part no more, or receives nothing more. Each is logged once. Runs on: any
 * thread.
 */
final class Failures {

  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

  private static final String LEFT_OUT =
      "this node has ended its part, because it was about to be removed; if it is one of the nodes still, restart it";

  private final ClusterOptions options;
  private final AtomicBoolean removed = new AtomicBoolean();

  /** Why the log takes no entry any more; null while it does. */
  private volatile @Nullable String disk;

  private volatile boolean leftOut;

  /** Where the leader's log begins, if this node needs what came before. */
  private volatile long cutOff = -1;

  Failures(ClusterOptions options) {
    this.options = options;
  }

  /** Notes that the log's disk has failed. Returns false if that is known. */
  boolean logFailed(@Nullable Throwable cause) {
    if (disk != null) {
      return false;
    }
    disk = "the disk of the cluster's log failed: " + cause;
    LOG.error("the disk of the cluster's log failed; this node takes part no more", cause);
    return true;
  }

  /** Notes that the leader has cut off what this node needs, also for its next start. */
  void cutOff(long firstIndex) {
    if (cutOff == firstIndex) {
      return;
    }
    cutOff = firstIndex;
    LOG.error(
        "this node was away for too long, and the leader has cut off what it needs; restart it, and it fetches a copy of the leader's store firstIndex={}",
        firstIndex);
    try {
      NodeCopy.need(options);
    } catch (IOException e) {
      LOG.warn("it could not be noted that this node needs a copy at its next start", e);
    }
  }

  /** Notes that the node was removed, also for its next start. Returns false if that is known. */
  boolean removed() {
    if (!removed.compareAndSet(false, true)) {
      return false;
    }
    LOG.error("{}", NodeIdentity.removal(options));
    try {
      new NodeIdentity(options).remove();
    } catch (IOException e) {
      LOG.warn("it could not be noted that this node was removed; the others say so again", e);
    }
    return true;
  }

  /** Notes that the node has ended its part, and that no other node says it was removed. */
  void leftOut() {
    leftOut = true;
    LOG.error("{}", LEFT_OUT);
  }

  /**
   * Returns the failure that people should know of; null if there is none.
   *
   * @param folders knows whether the others refuse this node's folder
   * @param lastApplied the last index that this node has
   */
  @Nullable
  String of(@Nullable KnownFolders folders, Delivery delivery, long lastApplied) {
    if (removed.get()) {
      return NodeIdentity.removal(options);
    }
    if (leftOut) {
      return LEFT_OUT;
    }
    String refusal = folders == null ? null : folders.refusal();
    if (refusal != null) {
      return refusal;
    }
    String failed = disk == null ? delivery.failure() : disk;
    if (failed != null) {
      return failed;
    }
    long begin = cutOff;
    return lastApplied < begin - 1
        ? "the leader's log begins after what this node has, so restart it, and it fetches a copy: firstIndex="
            + begin
        : null;
  }
}
