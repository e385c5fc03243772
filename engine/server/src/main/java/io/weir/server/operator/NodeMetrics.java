package io.weir.server.operator;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.api.edm.EdmDateTime;
import io.weir.engine.consensus.Consensus;
import io.weir.engine.consensus.ConsensusStatus;
import io.weir.engine.consensus.ConsensusStatus.Peer;
import io.weir.engine.consensus.ConsensusStatus.Role;
import io.weir.engine.replication.ReplicatedLog;
import io.weir.engine.store.Store;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Meters of a node of a cluster: its role and term, and how far it and the others are. Any thread.
 */
final class NodeMetrics {

  private static final double MILLIS_A_SECOND = 1e3;

  private final MeterRegistry registry;
  private final Consensus consensus;

  /** The nodes with meters. A node that is added gets them before the next scrape. */
  private final Set<String> peers = ConcurrentHashMap.newKeySet();

  private NodeMetrics(MeterRegistry registry, Consensus consensus) {
    this.registry = registry;
    this.consensus = consensus;
  }

  /** Registers the meters of a node. */
  static void bind(ServerMetrics metrics, Store store, ReplicatedLog log) {
    var registry = metrics.registry();
    var binding = new NodeMetrics(registry, log.consensus());
    Gauge.builder("weir.cluster.leading", log, l -> l.readOutage() == null ? 1 : 0)
        .description("1 while this node serves.")
        .register(registry);
    Gauge.builder("weir.cluster.synced.age", store, NodeMetrics::syncedAge)
        .description(
            "Seconds since the time up to which copies have all changes: a follower's own, on the leader those of all nodes that answer.")
        .register(registry);
    binding.bindNode();
    metrics.beforeScrape(binding::bindPeers);
  }

  private static double syncedAge(Store store) {
    var synced = store.role().syncedTicks();
    return synced <= 0
        ? Double.NaN
        : Math.max(0, store.presentTicks() - synced) / (double) EdmDateTime.TICKS_PER_SECOND;
  }

  private void bindPeers() {
    consensus.status().peers().stream().map(Peer::id).filter(peers::add).forEach(this::bindPeer);
  }

  private void bindNode() {
    gauge("weir.cluster.term", "Term of the cluster; it grows at each election.", s -> s.term());
    gauge(
        "weir.cluster.committed",
        "Entries of the cluster's log that this node knows to be committed.",
        s -> s.committedIndex() + 1);
    gauge(
        "weir.cluster.behind",
        "Committed entries that this node's store has not received.",
        s -> Math.max(0, s.committedIndex() - s.received().index()));
    gauge(
        "weir.cluster.election.age",
        "Seconds since this node heard that a leader was elected.",
        s -> seconds(s.sinceElection()));
    gauge(
        "weir.cluster.listener",
        "1 on a node that receives everything and never votes.",
        s -> s.role() == Role.LISTENER ? 1 : 0);
    gauge(
        "weir.cluster.failed",
        "1 after this node has ceased to take part.",
        s -> s.failure() != null || s.role() == Role.STOPPED ? 1 : 0);
  }

  private void gauge(String name, String text, ToDoubleFunction<ConsensusStatus> value) {
    Gauge.builder(name, consensus, c -> value.applyAsDouble(c.status()))
        .description(text)
        .register(registry);
  }

  private void bindPeer(String id) {
    peerGauge(
        "weir.cluster.peer.behind",
        "Committed entries that another node does not have; known to the leader alone.",
        id,
        NodeMetrics::behind);
    peerGauge(
        "weir.cluster.peer.silence",
        "Seconds since another node answered; known to the leader alone.",
        id,
        (status, peer) -> seconds(peer.silence()));
  }

  /** Reads a number of another node. */
  private interface PeerValue {
    double of(ConsensusStatus status, Peer peer);
  }

  private void peerGauge(String name, String text, String id, PeerValue value) {
    Gauge.builder(name, consensus, c -> {
          var status = c.status();
          return status.peers().stream()
              .filter(peer -> peer.id().equals(id))
              .mapToDouble(peer -> value.of(status, peer))
              .findFirst()
              .orElse(Double.NaN);
        })
        .description(text)
        .tag("peer", id)
        .register(registry);
  }

  private static double behind(ConsensusStatus status, Peer peer) {
    return peer.silence() == null
        ? Double.NaN
        : Math.max(0, status.committedIndex() - peer.matchIndex());
  }

  private static double seconds(@Nullable Duration time) {
    return time == null ? Double.NaN : time.toMillis() / MILLIS_A_SECOND;
  }
}
