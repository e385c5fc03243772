package io.weir.engine.replication;

import io.weir.engine.consensus.Consensus;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Whether this node may lead: while its log has room, its shards are sound and it is not about to
 * be closed.
 *
 * <p>Any thread; each method returns at once.
 */
final class Eligibility {

  private final Consensus consensus;

  /** Guards the fields below and the order of what the consensus is told. */
  private final ReentrantLock lock = new ReentrantLock();

  /** Whether the consensus was started. */
  private boolean joined;

  private boolean hasRoom = true;
  private boolean withdrawn;

  Eligibility(Consensus consensus) {
    this.consensus = consensus;
  }

  /** Notes that the consensus was started. */
  void joined() {
    tell(() -> joined = true);
  }

  /** Notes whether the log takes entries. */
  void room(boolean has) {
    tell(() -> hasRoom = has);
  }

  /** Notes that this node may lead no more until it is opened again. */
  void withdraw() {
    tell(() -> withdrawn = true);
  }

  /** Ends the term that this node leads. It may lead a later one. */
  void endTerm() {
    tell(() -> consensus.eligible(false));
  }

  private void tell(Runnable change) {
    lock.lock();
    try {
      change.run();
      if (joined) {
        consensus.eligible(hasRoom && !withdrawn);
      }
    } finally {
      lock.unlock();
    }
  }
}
