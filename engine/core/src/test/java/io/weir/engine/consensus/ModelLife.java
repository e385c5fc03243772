package io.weir.engine.consensus;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.consensus.ModelCluster.Node;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** One process of a node. */
final class ModelLife extends FixedNodes {

  private final ModelCluster cluster;
  private final Node node;

  @Nullable
  Member member;

  private int next;
  private Applied received = Applied.NONE;
  private long toldTerm;
  private boolean toldToLead;
  boolean closed;
  private @Nullable String toldLeader;

  ModelLife(ModelCluster cluster, Node node) {
    this.cluster = cluster;
    this.node = node;
  }

  boolean deliver() {
    var leads = cluster.leads(node);
    if (toldToLead && (!leads || toldTerm != cluster.term())) {
      if (cluster.random.nextInt(3) == 0 || !hasNext()) {
        toldToLead = false;
        member().follows(cluster.term(), leads ? null : cluster.leader());
        return true;
      }
    }
    if (hasNext() && !node.cut) {
      var entry = cluster.entries.agreed(next++);
      received = entry.at();
      give(entry);
      return true;
    }
    if (leads && !toldToLead && next >= node.electedAt && mayBegin()) {
      toldToLead = true;
      toldTerm = cluster.term();
      member().leads(cluster.term());
      return true;
    }
    if (!leads
        && !toldToLead
        && !node.cut
        && cluster.leader() != null
        && !cluster.leader().equals(toldLeader)) {
      toldLeader = cluster.leader();
      member().follows(cluster.term(), toldLeader);
      return true;
    }
    return false;
  }

  private void give(ModelEntries.Agreed entry) {
    try {
      member().committed(entry.at(), entry.entry().duplicate());
    } catch (RuntimeException e) {
      eligible(false);
      closed = true;
      node.failure = e;
    }
  }

  private boolean hasNext() {
    return next < cluster.entries.agreed();
  }

  Member member() {
    return Objects.requireNonNull(member);
  }

  private boolean mayBegin() {
    return !cluster.hearsFirst
        || cluster.nodes.values().stream()
            .map(other -> other.life)
            .noneMatch(
                other -> other != null && other != this && !other.closed && other.toldToLead);
  }

  @Override
  public void start(Member to, Applied last) {
    assertThat(last.index())
        .as("%s starts without entries that were forgotten", node.id)
        .isGreaterThanOrEqualTo(node.durable.index());
    while (next < cluster.entries.agreed() && !cluster.entries.agreed(next).at().isAfter(last)) {
      next++;
    }
    if (next > 0) {
      assertThat(cluster.entries.agreed(next - 1).at())
          .as("the place of the start")
          .isEqualTo(last);
    }
    received = last;
    member = to;
  }

  @Override
  public boolean propose(long inTerm, ByteBuffer entry, Outcome outcome) {
    if (closed || !cluster.leads(node) || inTerm != cluster.term()) {
      outcome.refused("reason=notLeader");
      return true;
    }
    return cluster.entries.offer(inTerm, entry, outcome);
  }

  @Override
  public int maxEntryBytes() {
    return cluster.maxEntryBytes();
  }

  @Override
  public void durable(Applied upTo) {
    assertThat(upTo.index()).isGreaterThanOrEqualTo(node.durable.index());
    node.durable = upTo;
  }

  @Override
  public void eligible(boolean mayLead) {
    assertThat(member).as("%s was started", node.id).isNotNull();
    if (node.life != this) {
      return;
    }
    node.eligible = mayLead;
    if (!mayLead && cluster.leads(node)) {
      cluster.lose();
    }
  }

  @Override
  public CompletionStage<String> transfer(long ofTerm, String to) {
    var next = cluster.node(to);
    if (!cluster.leads(node)
        || cluster.term() != ofTerm
        || !cluster.hasMajority(next)
        || !next.eligible) {
      return CompletableFuture.failedFuture(new ChangeRefused("the node does not take it"));
    }
    assertThat(cluster.entries.pending())
        .as("entries in flight when the leadership is handed over")
        .isZero();
    cluster.elect(to);
    return CompletableFuture.completedFuture(to);
  }

  @Override
  public boolean holdsLease(long ofTerm) {
    return !closed && cluster.term() == ofTerm && cluster.leads(node) && node.life == this;
  }

  @Override
  public ConsensusStatus status() {
    var role = cluster.leads(node)
        ? ConsensusStatus.Role.LEADER
        : node.listens ? ConsensusStatus.Role.LISTENER : ConsensusStatus.Role.FOLLOWER;
    return new ConsensusStatus(
        node.id,
        role,
        cluster.term(),
        cluster.leader(),
        null,
        received,
        cluster.entries.lastIndex(),
        null,
        peers(),
        node.change);
  }

  private List<ConsensusStatus.Peer> peers() {
    return cluster.nodes.values().stream()
        .filter(other -> other != node)
        .map(this::seen)
        .toList();
  }

  /** Only a leader knows how far another node is, and only one that it reaches. */
  private ConsensusStatus.Peer seen(Node other) {
    var reached = cluster.leads(node) && !node.cut && !other.cut && other.isUp();
    return new ConsensusStatus.Peer(
        other.id,
        other.id,
        !other.listens,
        reached ? cluster.entries.lastIndex() - other.lacking : -1,
        reached ? other.appliedTicks() : 0,
        reached ? Duration.ZERO : null);
  }

  @Override
  public void close() {
    closed = true;
    node.closedAsLeader |= cluster.leads(node) && node.life == this;
    if (cluster.leads(node) && node.life == this) {
      cluster.lose();
    }
  }
}
