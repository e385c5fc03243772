package io.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.cluster.Cluster.Node;
import io.weir.cluster.RecordedOutcome.State;
import io.weir.engine.consensus.Applied;
import io.weir.engine.consensus.ChangeRefused;
import io.weir.engine.consensus.ConsensusStatus.Change;
import io.weir.engine.consensus.ConsensusStatus.Peer;
import io.weir.engine.consensus.ConsensusStatus.Role;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes are added to a cluster that runs, and removed from it. */
final class MembershipTest {

  private Cluster cluster;
  private Node leader;

  @BeforeEach
  void startThreeNodes(@TempDir Path folder) {
    cluster = Cluster.start(folder, options -> options.withElectionTimeout(Duration.ofMillis(500)));
    leader = cluster.leader();
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void anAddedNodeHasEverythingVotesAndCanLead() {
    assertThat(cluster.propose(leader, "before").await()).isEqualTo(State.KEPT);
    NodeAddress address = Cluster.address("d");
    Node added = cluster.join(address);
    assertThat(added.consensus().status().role()).isEqualTo(Role.FOLLOWER);

    add(address);

    cluster.assertSameEntries(leader, "after");
    assertThat(added.member().entries()).hasSize(2);
    assertThat(added.consensus().status().peers())
        .extracting(Peer::id)
        .containsExactly("a", "b", "c");
    cluster.stop(cluster.others(leader).get(0));
    assertThat(cluster.propose(leader, "with three of four").await()).isEqualTo(State.KEPT);
    long term = leader.term();
    assertThat(leader.consensus().transfer(term, "d").toCompletableFuture().join())
        .isEqualTo("d");
    assertThat(cluster.leaderAfter(term)).isSameAs(added);
    cluster.assertSameEntries(added, "led by the new one");
  }

  @Test
  void aNodeThatDoesNotComeChangesNothing() {
    leader.consensus().add("d", Cluster.address("d").hostAndPort());
    assertThatThrownBy(() -> leader.consensus().add("e", "h:1"))
        .isInstanceOf(ChangeRefused.class)
        .hasMessageContaining("another change is under way node=d");

    Change ended = outcome("d");

    assertThat(ended.state()).isEqualTo(Change.State.REFUSED);
    assertThat(ended.note())
        .contains("does not answer at its address", "--cluster-join", "choose another id");
    assertThat(leader.consensus().status().peers()).hasSize(2);
    cluster.stop(cluster.others(leader).get(0));
    assertThat(cluster.propose(leader, "two of three").await()).isEqualTo(State.KEPT);
  }

  @Test
  void aNodeOfAnotherClusterIsNotAdded(@TempDir Path elsewhere) {
    try (Cluster other = Cluster.start(
        elsewhere,
        options -> new ClusterOptions(
            "fish",
            options.node(),
            options.nodes(),
            options.folder(),
            options.electionTimeout(),
            options.retainedLogBytes(),
            options.maxEntryBytes(),
            options.agreed(),
            options.service(),
            options.tls(),
            false))) {
      NodeAddress stranger = other.options("a").self();
      leader.consensus().add("d", stranger.hostAndPort());

      assertThat(outcome("d").note()).contains("cluster=fish theirs=birds");
    }
  }

  @Test
  void aRemovedNodeSaysSoAndTakesPartNoMore() {
    NodeAddress address = Cluster.address("d");
    cluster.join(address);
    add(address);
    Node removed = cluster.others(leader).get(0);

    leader.consensus().remove(removed.id());

    assertThat(outcome(removed.id()).state()).isEqualTo(Change.State.DONE);
    cluster.world.until(
        "the removed node says so",
        () -> String.valueOf(removed.consensus().status().failure())
            .contains("was removed from the cluster birds"));
    cluster.world.until(
        "it takes part no more", () -> removed.consensus().status().role() == Role.STOPPED);
    cluster.stop(removed);
    cluster.assertSameEntries(leader, "without it");
    assertThatThrownBy(() -> cluster.start(removed.id(), Applied.NONE))
        .hasMessageContaining("was removed from the cluster birds");
    assertThatThrownBy(() -> leader.consensus().add(removed.id(), "h:1"))
        .hasMessageContaining("an id is used once");
  }

  @Test
  void aNodeThatWasAwayWhenItWasRemovedIsToldWhenItComes() {
    NodeAddress address = Cluster.address("d");
    cluster.join(address);
    add(address);
    Node dead = cluster.others(leader).get(0);
    cluster.stop(dead);

    leader.consensus().remove(dead.id());
    assertThat(outcome(dead.id()).state()).isEqualTo(Change.State.DONE);
    Node back = cluster.start(dead.id(), Applied.NONE);

    cluster.world.until(
        "the node is told",
        () -> String.valueOf(back.consensus().status().failure()).contains("was removed"));
    assertThat(back.member().roles()).noneMatch(RecordingMember.Role::leads);
    assertThat(cluster.propose(leader, "undisturbed").await()).isEqualTo(State.KEPT);
    assertThat(leader.leads()).isTrue();
  }

  /** The options of a node are those of the first start; they do not name the new one. */
  @Test
  void aRestartFollowsTheMembersThatWereAgreedOn() {
    NodeAddress address = Cluster.address("d");
    Node added = cluster.join(address);
    add(address);
    cluster.assertSameEntries(leader, "all four");
    Applied last = leader.member().entries().get(0).at();
    cluster.nodes().forEach(node -> {
      if (!node.equals(added)) {
        cluster.stop(node);
      }
    });

    cluster.start("a", last);
    cluster.start("b", last);

    Node next = cluster.leader();
    assertThat(cluster.propose(next, "three of four").await()).isEqualTo(State.KEPT);
    cluster.nodes().forEach(node -> cluster.untilReceived(node, "three of four"));
    cluster.stop(added);
    assertThat(cluster.propose(next, "two of four").await()).isNotEqualTo(State.KEPT);
  }

  @Test
  void changesThatCannotBeMadeAreRefusedAtOnce() {
    Node follower = cluster.others(leader).get(0);
    String id = leader.id();

    assertRefused(() -> leader.consensus().add(follower.id(), "h:1"), "is one of the cluster's");
    assertRefused(
        () -> leader.consensus().add("d", cluster.options(id).self().hostAndPort()),
        "another node has this address");
    assertRefused(() -> leader.consensus().add("d", "no-port"), "a node is written id=host:port");
    assertRefused(() -> leader.consensus().remove("d"), "there is no such node node=d");
    assertRefused(() -> leader.consensus().remove(id), "this node leads; hand");
    assertRefused(() -> leader.consensus().remove(follower.id()), "at least 3 nodes");
    assertRefused(() -> follower.consensus().add("d", "h:1"), "notLeader leader=" + id);
    assertRefused(() -> follower.consensus().remove("a"), "notLeader leader=" + id);
    assertThat(leader.consensus().status().change()).isNull();
  }

  @Test
  void aNodeThatTheMajorityNeedsIsNotRemoved() {
    NodeAddress address = Cluster.address("d");
    cluster.join(address);
    add(address);
    NodeAddress second = Cluster.address("e");
    cluster.join(second);
    add(second);
    cluster.stop("d");
    cluster.stop("e");
    Node needed = cluster.others(leader).get(0);
    cluster.world.until(
        "the leader misses two",
        () -> leader.consensus().status().peers().stream()
                .filter(peer ->
                    peer.silence() == null || peer.silence().compareTo(Duration.ofSeconds(1)) > 0)
                .count()
            == 2);

    assertRefused(() -> leader.consensus().remove(needed.id()), "are no majority");

    leader.consensus().remove("d");
    assertThat(outcome("d").state()).isEqualTo(Change.State.DONE);
  }

  private static void assertRefused(Runnable change, String reason) {
    assertThatThrownBy(change::run).isInstanceOf(ChangeRefused.class).hasMessageContaining(reason);
  }

  private void add(NodeAddress address) {
    leader.consensus().add(address.id(), address.hostAndPort());
    assertThat(outcome(address.id()))
        .isEqualTo(new Change(true, address.id(), Change.State.DONE, ""));
  }

  private Change outcome(String id) {
    cluster.world.until("the change of " + id + " has ended", () -> {
      Change now = leader.consensus().status().change();
      return now != null && now.node().equals(id) && now.state() != Change.State.RUNNING;
    });
    return leader.consensus().status().change();
  }
}
