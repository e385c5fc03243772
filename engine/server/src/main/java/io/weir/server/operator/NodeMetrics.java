package io.weir.server.operator;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.engine.consensus.Consensus;
import io.weir.engine.consensus.ConsensusStatus;
import io.weir.engine.consensus.ConsensusStatus.Peer;
import io.weir.engine.consensus.ConsensusStatus.Role;
import io.weir.engine.replication.ReplicatedLog;
import java.util.function.ToDoubleFunction;

/**
 * Meters of a node of a cluster: its role and term, and how far it and the others are. Any thread.
 */
final class NodeMetrics {

  private static final double MILLIS_A_SECOND = 1e3;

  private final MeterRegistry registry;
  private final Consensus consensus;

  private NodeMetrics(MeterRegistry registry, Consensus consensus) {
    this.registry = registry;
    this.consensus = consensus;
  }

  /** Registers the meters of a node. */
  static void bind(MeterRegistry registry, ReplicatedLog log) {
    var binding = new NodeMetrics(registry, log.consensus());
    Gauge.builder("weir.cluster.leading", log, l -> l.readOutage() == null ? 1 : 0)
        .description("1 while this node serves.")
        .register(registry);
    binding.bindNode();
    log.consensus().status().peers().forEach(peer -> binding.bindPeer(peer.id()));
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
        (status, peer) -> silence(peer));
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

  private static double silence(Peer peer) {
    var silence = peer.silence();
    return silence == null ? Double.NaN : silence.toMillis() / MILLIS_A_SECOND;
  }
}
