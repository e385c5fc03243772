package io.weir.perf.report;

/** A measured task of three nodes that keep one store, by its name in results. */
public enum NodeTask {
  /** Upserts by {@link #CLIENTS} waiting clients. */
  UPSERTS("upserts"),
  /** Point reads by {@link #CLIENTS} waiting clients. */
  READS("point reads"),
  /** One upsert after another by one client, beside {@link #FORCE} and {@link #ROUND_TRIP}. */
  ONE_UPSERT("one upsert at a time"),
  /** From the last answer of the killed leader until a client's next write is acknowledged. */
  KILL("writes again after kill -9"),
  /** The longest time without an answer while the leadership is handed over. */
  TRANSFER("planned transfer"),
  /** The longest time without an answer while all nodes are restarted one after the other. */
  RESTART("rolling restart");

  /** The clients of upserts and reads. */
  public static final int CLIENTS = 64;

  /** The target that is the disk alone. */
  public static final String FORCE = "a force of 4 KiB";

  /** The target that is the network of this machine alone. */
  public static final String ROUND_TRIP = "a round trip over loopback";

  private final String title;

  NodeTask(String title) {
    this.title = title;
  }

  /** Returns the name of the workload in results. */
  public String workload() {
    return "three nodes: " + title;
  }
}
