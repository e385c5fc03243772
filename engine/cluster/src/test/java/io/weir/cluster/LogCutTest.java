package io.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.cluster.Cluster.Node;
import io.weir.cluster.RecordedOutcome.State;
import io.weir.engine.consensus.Applied;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log is cut as far as the store is durable, and what a node finds that needs what was cut. */
final class LogCutTest {

  private static final int ENTRY_BYTES = 1 << 20;

  @TempDir
  private Path folder;

  private Cluster cluster;

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void filesGoOnceTheStoreIsDurableAndTheNodeStartsWithWhatIsLeft() throws IOException {
    start(0);
    Node leader = cluster.leader();
    Applied end = fillThreeFiles(leader);
    Node node = cluster.others(leader).get(0);
    cluster.world.until(
        "all is received", () -> node.consensus().status().received().equals(end));
    assertThat(segments(node)).hasSizeGreaterThanOrEqualTo(3);

    node.consensus().durable(end);

    cluster.world.until("only the open file is left", () -> segments(node).size() == 1);
    cluster.stop(node);
    assertThatThrownBy(() -> cluster.start(node.id(), new Applied(1, 2)))
        .isInstanceOf(UncheckedIOException.class)
        .hasCauseInstanceOf(NodeUnusable.class)
        .hasMessageContaining("does not begin where the store ends")
        .hasMessageContaining("Start the node with the folder that it had last")
        .hasMessageContaining("start it with --cluster-fetch-copy");
    Node again = cluster.start(node.id(), end);
    assertThat(cluster.propose(leader, "on").await()).isEqualTo(State.KEPT);
    cluster.untilReceived(again, "on");
    assertThat(again.member().entries()).hasSize(1);
  }

  @Test
  @Tag(Effort.THOROUGHLY)
  void nothingGoesThatTheStoreMayStillNeed() throws IOException {
    start(0);
    Node leader = cluster.leader();
    Applied end = fillThreeFiles(leader);
    cluster.world.until(
        "all is received", () -> leader.consensus().status().received().equals(end));
    int before = segments(leader).size();

    leader.consensus().durable(leader.member().entries().get(0).at());
    leader.consensus().durable(leader.member().entries().get(20).at());

    cluster.world.until("the first file is gone", () -> segments(leader).size() < before);
    Applied twentieth = leader.member().entries().get(20).at();
    cluster.stop(leader);
    Node again = cluster.start(leader.id(), twentieth);
    cluster.world.until(
        "the rest is received again",
        () -> again.consensus().status().received().equals(end));
    assertThat(again.member().entries())
        .isEqualTo(
            leader.member().entries().subList(21, leader.member().entries().size()));
  }

  @Test
  @Tag(Effort.THOROUGHLY)
  void aPartOfTheLogStaysForNodesThatWereAway() {
    start(1L << 30);
    Node leader = cluster.leader();
    Node away = cluster.others(leader).get(0);
    cluster.stop(away);
    Applied end = fillThreeFiles(leader);
    cluster.nodes().forEach(node -> {
      cluster.world.until(
          "all is received", () -> node.consensus().status().received().equals(end));
      node.consensus().durable(end);
    });

    Node back = cluster.start(away.id(), Applied.NONE);

    cluster.world.until(
        "it has caught up", () -> back.consensus().status().received().equals(end));
    assertThat(back.consensus().status().failure()).isNull();
  }

  @Test
  void aNodeThatWasAwayForTooLongIsToldSoAndTheOthersGoOn() {
    start(0);
    Node leader = cluster.leader();
    cluster.assertSameEntries(leader, "before");
    Node away = cluster.others(leader).get(0);
    Applied last = away.member().entries().get(0).at();
    cluster.stop(away);
    Applied end = fillThreeFiles(leader);
    for (Node node : cluster.nodes()) {
      cluster.world.until(
          "all is received", () -> node.consensus().status().received().equals(end));
      node.consensus().durable(end);
      cluster.world.until("only the open file is left", () -> segments(node).size() == 1);
    }

    Node back = cluster.start(away.id(), last);

    cluster.world.until("it says what is wrong", () -> back.consensus().status().failure() != null);
    assertThat(back.consensus().status().failure()).contains("the leader's log begins after");
    assertThat(cluster.propose(leader, "on").await()).isEqualTo(State.KEPT);
    assertThat(back.member().entries()).isEmpty();
  }

  /** Starts nodes that keep their leader on a machine that is busy with 50 MB of entries. */
  private void start(long retainedLogBytes) {
    cluster = Cluster.start(
        folder,
        options -> options
            .withRetainedLogBytes(retainedLogBytes)
            .withElectionTimeout(Duration.ofSeconds(3)));
  }

  /** Proposes entries of three files and a bit; returns the last. */
  private Applied fillThreeFiles(Node leader) {
    int count = 3 * Settings.SEGMENT_BYTES / ENTRY_BYTES + 4;
    int all = leader.member().entries().size() + count;
    RecordedOutcome last = null;
    for (int i = 0; i < count; i++) {
      RecordedOutcome outcome = new RecordedOutcome(cluster.world);
      ByteBuffer entry = ByteBuffer.allocate(ENTRY_BYTES);
      cluster.world.until(
          "there is room", () -> leader.consensus().propose(leader.term(), entry, outcome));
      last = outcome;
    }
    assertThat(last.await()).isEqualTo(State.KEPT);
    cluster.world.until("the leader has all", () -> leader.member().entries().size() == all);
    return leader.member().entries().get(leader.member().entries().size() - 1).at();
  }

  private List<Path> segments(Node node) {
    try (Stream<Path> files = Files.walk(folder.resolve(node.id()))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("log_"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
