package io.weir.engine.observe;

/**
 * The use of one index since the start. Each use is counted once; the queries of its table are
 * weighted. Belongs to one thread.
 */
public final class IndexTally {

  private long sinceNanos;
  private long queries;
  private long uses;

  /**
   * Makes the tally of an index that a query met as readable for the first time at a moment of the
   * monotonic clock.
   */
  IndexTally(long sinceNanos) {
    this.sinceNanos = sinceNanos;
  }

  void met(boolean used, long weight) {
    queries += weight;
    uses += used ? 1 : 0;
  }

  void add(IndexTally other) {
    sinceNanos -= Math.max(0, sinceNanos - other.sinceNanos); // a monotonic clock may overflow
    queries += other.queries;
    uses += other.uses;
  }

  /** Returns when a query first met the index, on the monotonic clock. */
  public long sinceNanos() {
    return sinceNanos;
  }

  /**
   * Returns the queries that might have used the index: those of its table, apart from reads by
   * keys.
   */
  public long queries() {
    return queries;
  }

  /** Returns the answers that used the index. */
  public long uses() {
    return uses;
  }
}
