package io.weir.engine.observe;

/**
 * The cost of the queries of one shape. Numbers are weighted, apart from that of records. Belongs
 * to one thread.
 */
public final class PlanTally {

  private long records;
  private long answers;
  private long scanned;
  private long returned;

  void answered(long entitiesScanned, long entitiesReturned, long weight) {
    records++;
    answers += weight;
    scanned += weight * entitiesScanned;
    returned += weight * entitiesReturned;
  }

  void add(PlanTally other) {
    records += other.records;
    answers += other.answers;
    scanned += other.scanned;
    returned += other.returned;
  }

  /** Returns the number of answers that were recorded, without their weights. */
  public long records() {
    return records;
  }

  /** Returns the number of answers: pages, streams and counts. */
  public long answers() {
    return answers;
  }

  /** Returns the entities and index entries that were read. */
  public long scanned() {
    return scanned;
  }

  /** Returns the entities that were answered. */
  public long returned() {
    return returned;
  }
}
