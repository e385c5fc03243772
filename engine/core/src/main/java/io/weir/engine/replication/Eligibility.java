package io.weir.engine.replication;

import io.weir.engine.consensus.Consensus;

/**
 * Whether this node may lead: while its log has room and its shards are sound.
 *
 * <p>Any thread; each method returns at once.
 */
final class Eligibility {

  private final Consensus consensus;

  /** Whether the consensus was started. Guarded by this object, as the others are. */
  private boolean joined;

  private boolean hasRoom = true;
  private boolean isSound = true;

  Eligibility(Consensus consensus) {
    this.consensus = consensus;
  }

  /** Notes that the consensus was started. */
  synchronized void joined() {
    joined = true;
    if (!mayLead()) {
      tell();
    }
  }

  /** Notes whether the log takes entries. */
  synchronized void room(boolean has) {
    hasRoom = has;
    tell();
  }

  /** Notes that this node may lead no more until it is opened again. */
  synchronized void unsound() {
    isSound = false;
    tell();
  }

  /** Ends the term that this node leads. It may lead a later one. */
  synchronized void endTerm() {
    consensus.eligible(false);
    tell();
  }

  private boolean mayLead() {
    return hasRoom && isSound;
  }

  private void tell() {
    if (joined) {
      consensus.eligible(mayLead());
    }
  }
}
