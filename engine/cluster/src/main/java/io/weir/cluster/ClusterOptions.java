package io.weir.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one node of a cluster.
 *
 * @param cluster the name that all nodes share: 1 to 64 letters, digits, {@code .}, {@code _} and
 *     {@code -}
 * @param node the id of this node, one of {@code nodes}
 * @param nodes all nodes that vote, 3 to 7, as they are at the first start; later the agreement
 *     itself knows its nodes, and these count no more
 * @param folder where this node keeps its part of the agreement, apart from the store
 * @param electionTimeout how long a follower hears nothing before it seeks the leadership, at
 *     least; 100 ms to 30 s. It waits up to 1.8 times as long
 * @param retainedLogBytes how much of the agreed log this node keeps for nodes that were away,
 *     although it needs nothing of it itself; 0 to 1 TiB
 * @param maxEntryBytes the most bytes of an entry, 64 KiB to 32 MiB; equal on all nodes
 * @param agreed what else must be equal on all nodes, as {@code name=value} separated by spaces, up
 *     to 1,000 characters. Nodes whose texts differ refuse each other
 * @param service where clients reach this node, as a URL without spaces of up to 200 characters;
 *     the other nodes name it to clients while this node leads. Empty if it is not known
 * @param tls this node's certificate and those that it trusts; null connects the nodes without TLS,
 *     so that each program that reaches the port can take part
 * @param joins whether this node is new and waits until it is added to a cluster that runs; a node
 *     that was added ignores it
 */
public record ClusterOptions(
    String cluster,
    String node,
    List<NodeAddress> nodes,
    Path folder,
    Duration electionTimeout,
    long retainedLogBytes,
    int maxEntryBytes,
    String agreed,
    String service,
    @Nullable SSLContext tls,
    boolean joins) {

  /** The usual name of {@code folder} within that of the store. */
  public static final String FOLDER = "cluster";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  private static final Duration DEFAULT_ELECTION_TIMEOUT = Duration.ofMillis(500);
  private static final long DEFAULT_RETAINED_LOG_BYTES = 512L << 20;

  /** The most that {@code maxEntryBytes} may be. */
  static final int LONGEST_ENTRY_BYTES = 32 << 20;

  /** Takes the record of the longest joint commit, which has 20 MiB at most. */
  private static final int DEFAULT_MAX_ENTRY_BYTES = 24 << 20;

  /** Rejects mistakes, all of them in one message. */
  public ClusterOptions {
    nodes = List.copyOf(nodes);
    List<String> mistakes = new ArrayList<>();
    if (!NAME.matcher(cluster).matches()) {
      mistakes.add("a cluster's name is 1 to 64 letters, digits, '.', '_' and '-'");
    }
    if (nodes.size() < 3 || nodes.size() > 7) {
      mistakes.add("a cluster has 3 to 7 nodes, not " + nodes.size());
    }
    if (nodes.stream().map(NodeAddress::id).distinct().count() < nodes.size()) {
      mistakes.add("two nodes have the same id");
    }
    if (nodes.stream().map(NodeAddress::hostAndPort).distinct().count() < nodes.size()) {
      mistakes.add("two nodes have the same address");
    }
    if (nodes.stream().noneMatch(one -> one.id().equals(node))) {
      mistakes.add("the node " + node + " is not one of the nodes "
          + nodes.stream().map(NodeAddress::id).toList());
    }
    if (isOutside(electionTimeout.toMillis(), 100, 30_000)) {
      mistakes.add("the election time-out is 100 ms to 30 s");
    }
    if (isOutside(retainedLogBytes, 0, 1L << 40)) {
      mistakes.add("the retained log is 0 to 1 TiB");
    }
    if (isOutside(maxEntryBytes, 64 << 10, LONGEST_ENTRY_BYTES)) {
      mistakes.add("the longest entry is 64 KiB to 32 MiB");
    }
    if (agreed.length() > 1000) {
      mistakes.add("what nodes agree on has at most 1,000 characters");
    }
    if (!Services.isAddress(service)) {
      mistakes.add("the address for clients has at most 200 characters and no space");
    }
    if (!mistakes.isEmpty()) {
      throw new IllegalArgumentException(
          "cluster=" + cluster + " node=" + node + ": " + String.join("; ", mistakes));
    }
  }

  /** Returns the settings of a node with the defaults of all others. */
  public static ClusterOptions of(
      String cluster, String node, List<NodeAddress> nodes, Path folder) {
    return new ClusterOptions(
        cluster,
        node,
        nodes,
        folder,
        DEFAULT_ELECTION_TIMEOUT,
        DEFAULT_RETAINED_LOG_BYTES,
        DEFAULT_MAX_ENTRY_BYTES,
        "",
        "",
        null,
        false);
  }

  public ClusterOptions withElectionTimeout(Duration timeout) {
    return new ClusterOptions(
        cluster,
        node,
        nodes,
        folder,
        timeout,
        retainedLogBytes,
        maxEntryBytes,
        agreed,
        service,
        tls,
        joins);
  }

  public ClusterOptions withRetainedLogBytes(long bytes) {
    return new ClusterOptions(
        cluster,
        node,
        nodes,
        folder,
        electionTimeout,
        bytes,
        maxEntryBytes,
        agreed,
        service,
        tls,
        joins);
  }

  public ClusterOptions withMaxEntryBytes(int bytes) {
    return new ClusterOptions(
        cluster,
        node,
        nodes,
        folder,
        electionTimeout,
        retainedLogBytes,
        bytes,
        agreed,
        service,
        tls,
        joins);
  }

  public ClusterOptions withAgreed(String text) {
    return new ClusterOptions(
        cluster,
        node,
        nodes,
        folder,
        electionTimeout,
        retainedLogBytes,
        maxEntryBytes,
        text,
        service,
        tls,
        joins);
  }

  public ClusterOptions withService(String url) {
    return new ClusterOptions(
        cluster,
        node,
        nodes,
        folder,
        electionTimeout,
        retainedLogBytes,
        maxEntryBytes,
        agreed,
        url,
        tls,
        joins);
  }

  public ClusterOptions withTls(SSLContext context) {
    return new ClusterOptions(
        cluster,
        node,
        nodes,
        folder,
        electionTimeout,
        retainedLogBytes,
        maxEntryBytes,
        agreed,
        service,
        context,
        joins);
  }

  /** Returns the settings of a node that waits until it is added. */
  public ClusterOptions joining() {
    return new ClusterOptions(
        cluster,
        node,
        nodes,
        folder,
        electionTimeout,
        retainedLogBytes,
        maxEntryBytes,
        agreed,
        service,
        tls,
        true);
  }

  /** Returns this node with its address. */
  NodeAddress self() {
    return nodes.stream().filter(one -> one.id().equals(node)).findAny().orElseThrow();
  }

  private static boolean isOutside(long value, long least, long most) {
    return value < least || value > most;
  }
}
