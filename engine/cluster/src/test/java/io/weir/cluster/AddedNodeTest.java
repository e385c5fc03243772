package io.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.cluster.Cluster.Node;
import io.weir.cluster.RecordedOutcome.State;
import io.weir.cluster.Wire.Greeting;
import io.weir.engine.consensus.Applied;
import io.weir.engine.consensus.ConsensusStatus.Change;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a node that was added with a copy of the store knows, and what the others know of it. */
final class AddedNodeTest {

  private final NodeAddress address = Cluster.address("d");

  @TempDir
  private Path folder;

  private Cluster cluster;
  private Node leader;

  @BeforeEach
  void startThreeNodes() {
    cluster = Cluster.start(folder, options -> options.withElectionTimeout(Duration.ofMillis(500)));
    leader = cluster.leader();
    cluster.assertSameEntries(leader, "before");
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void itRefusesAMemberThatLostItsFolderAlthoughItHasNeverMetIt() throws Exception {
    add();
    Node lost = cluster.others(leader).get(0);
    cluster.stop(lost);

    assertThatThrownBy(() -> greetAs(lost.id(), "another-folder"))
        .hasMessageContaining("the node " + lost.id() + " comes with another folder than before");

    greetAs(lost.id(), folderOf(lost.id()));
  }

  @Test
  void aMemberThatWasDownWhileItWasAddedFollowsItOnceItLeads() throws Exception {
    Node away = cluster.others(leader).get(0);
    Applied last = away.member().entries().get(0).at();
    cluster.stop(away);
    Node added = add();
    long term = leader.term();
    assertThat(
            leader.consensus().transfer(term, added.id()).toCompletableFuture().join())
        .isEqualTo(added.id());
    assertThat(cluster.leaderAfter(term)).isSameAs(added);
    assertThat(cluster.propose(added, "missed").await()).isEqualTo(State.KEPT);

    Node back = cluster.start(away.id(), last);

    cluster.untilReceived(back, "missed");
    assertThat(back.member().role().leader()).isEqualTo(Cluster.named(added));
    cluster.stop(leader);
    assertThat(cluster.propose(added, "with its acknowledgement").await()).isEqualTo(State.KEPT);
  }

  /** Its --peers are those of its first start; none of these may be there any more. */
  @Test
  void aCopyIsFetchedFromAMemberThatTheFolderKnowsAndTheOptionsDoNot() throws Exception {
    Node away = cluster.others(leader).get(0);
    cluster.stop(away);
    cluster.offerCopy();
    List<NodeAddress> gone =
        List.of(cluster.options(away.id()).self(), Cluster.address("x"), Cluster.address("y"));

    fetch(ClusterOptions.of("birds", away.id(), gone, cluster.options(away.id()).folder()));

    assertThat(folder.resolve("fetched/BACKUP")).exists();
  }

  @Test
  void aCopyIsFetchedFromALeaderThatOnlyTheOtherMembersKnow() throws Exception {
    Node away = cluster.others(leader).get(0);
    cluster.stop(away);
    Node added = add();
    long term = leader.term();
    leader.consensus().transfer(term, added.id()).toCompletableFuture().join();
    cluster.leaderAfter(term);

    fetch(cluster.options(away.id()));

    assertThat(folder.resolve("fetched/BACKUP")).exists();
  }

  private void fetch(ClusterOptions options) throws IOException, InterruptedException {
    new NodeCopy(options).fetch(folder.resolve("fetched"), 5_000);
  }

  private Node add() throws IOException, InterruptedException {
    Applied end = leader.member().entries().get(0).at();
    leader.consensus().add(address.id(), address.hostAndPort());
    Node added = cluster.joinWithCopy(address, end);
    cluster.world.until("the node is added", () -> {
      Change now = leader.consensus().status().change();
      return now != null && now.state() == Change.State.DONE;
    });
    return added;
  }

  private String folderOf(String node) throws IOException {
    return new NodeIdentity(cluster.options(node)).nameOf();
  }

  /** Greets the added node. */
  private void greetAs(String from, String folder) throws IOException {
    ClusterOptions options = cluster.options(from);
    try (Wire wire = new Wire(new Sockets(null).connect(address, 5_000), 1 << 20)) {
      wire.greet(new Greeting(
          options.cluster(), options.agreed(), from, folder, options.service(), address.id(), ""));
    }
  }
}
