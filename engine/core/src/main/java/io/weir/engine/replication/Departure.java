package io.weir.engine.replication;

/**
 * The wish that a leader leads no more. It is fulfilled when everything that the leader has taken
 * is answered, so that no client has to ask what became of its write.
 *
 * <p>Owner: log thread.
 */
final class Departure {

  /** What is to happen. Neither method may wait. */
  interface Aim {

    /** Nothing of the term is in flight, and the shards offer nothing new. */
    void reached(long term);

    /** The node does not lead, or somebody else has another wish. */
    void missed(String reason);
  }

  private final Aim aim;
  private boolean told;

  Departure(Aim aim) {
    this.aim = aim;
  }

  /** Tells that nothing is in flight. Returns false if that was told before. */
  boolean reached(long term) {
    if (told) {
      return false;
    }
    told = true;
    aim.reached(term);
    return true;
  }

  /** Tells that it will not happen, unless it has begun. */
  void missed(String reason) {
    if (!told) {
      told = true;
      aim.missed(reason);
    }
  }
}
