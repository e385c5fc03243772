package io.weir.perf.report;

/** A measured task of a change feed, by its name in results. */
public enum FeedTask {
  /** One consumer reads a backlog of changes to its end. It does not look into their values. */
  CATCH_UP("feed"),
  /** One consumer reads a backlog and makes a text of each value. */
  CATCH_UP_VALUES("feed-values"),
  /** The time from the acknowledgement of a write until its change has reached the consumer. */
  DELAY("feed-delay"),
  /** Upserts of waiting clients without a consumer. */
  WRITES_ALONE("upsert-alone"),
  /** Upserts beside a consumer whose filter matches no change. */
  WRITES_IDLE("upsert-idle-consumer"),
  /** Upserts beside a consumer that takes each change as fast as it comes. */
  WRITES_BUSY("upsert-busy-consumer"),
  /** Upserts beside many consumers, each of which requests one item a second. */
  WRITES_SLOW("upsert-slow-consumers");

  /** The target that is an engine in the measuring process. */
  public static final String IN_PROCESS = "weir, in process";

  /** The clients that write beside consumers. */
  public static final int WRITERS = 64;

  private final String workload;

  FeedTask(String workload) {
    this.workload = workload;
  }

  /** Returns the name of the workload in results. */
  public String workload() {
    return workload;
  }
}
