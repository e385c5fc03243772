package io.weir.hbase;

import java.time.Duration;
import java.util.Optional;

/**
 * The options of a store over HBase. All gateways of a store need the same namespace and lease.
 *
 * @param namespace the namespace of HBase that holds the store's tables; letters, digits and
 *     underscores
 * @param tableLease how long a gateway believes a table's id, at least 10 ms. A drop takes as long
 * @param deadline how long a call to the cluster is tried, at least one second
 * @param mostCallsInFlight most calls at a time; further ones fail with {@code ServerBusy}
 * @param regionJar the address from which region servers load the coprocessor, such as
 *     {@code hdfs:///weir/weir-hbase-region.jar}; empty when the jar is on their class path
 */
public record HBaseOptions(
    String namespace,
    Duration tableLease,
    Duration deadline,
    int mostCallsInFlight,
    Optional<String> regionJar) {

  private static final Duration SHORTEST_LEASE = Duration.ofMillis(10);
  private static final Duration SHORTEST_DEADLINE = Duration.ofSeconds(1);

  /**
   * Namespace {@code weir}, a lease of one second, a deadline of 30 seconds, 4,096 calls in flight,
   * the jar on the class path.
   */
  public static final HBaseOptions DEFAULT = new HBaseOptions(
      "weir", Duration.ofSeconds(1), Duration.ofSeconds(30), 4_096, Optional.empty());

  public HBaseOptions {
    var mistakes = new StringBuilder();
    if (!namespace.matches("[A-Za-z0-9_]+")) {
      mistakes.append(" namespace=").append(namespace);
    }
    if (tableLease.compareTo(SHORTEST_LEASE) < 0) {
      mistakes.append(" tableLease=").append(tableLease);
    }
    if (deadline.compareTo(SHORTEST_DEADLINE) < 0) {
      mistakes.append(" deadline=").append(deadline);
    }
    if (mostCallsInFlight < 1) {
      mistakes.append(" mostCallsInFlight=").append(mostCallsInFlight);
    }
    if (!mistakes.isEmpty()) {
      throw new IllegalArgumentException("Options out of range." + mistakes);
    }
  }

  /** Returns these options with another namespace. */
  public HBaseOptions namespace(String other) {
    return new HBaseOptions(other, tableLease, deadline, mostCallsInFlight, regionJar);
  }

  /** Returns these options with another lease. */
  public HBaseOptions tableLease(Duration other) {
    return new HBaseOptions(namespace, other, deadline, mostCallsInFlight, regionJar);
  }

  /** Returns these options with another deadline. */
  public HBaseOptions deadline(Duration other) {
    return new HBaseOptions(namespace, tableLease, other, mostCallsInFlight, regionJar);
  }

  /** Returns these options with another limit of calls. */
  public HBaseOptions mostCallsInFlight(int other) {
    return new HBaseOptions(namespace, tableLease, deadline, other, regionJar);
  }

  /** Returns these options with another address of the coprocessor. */
  public HBaseOptions regionJar(String other) {
    return new HBaseOptions(namespace, tableLease, deadline, mostCallsInFlight, Optional.of(other));
  }
}
