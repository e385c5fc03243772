package io.weir.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.consensus.Applied;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.SmallFile;
import io.weir.engine.log.LogFrame;
import java.io.IOException;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Where a node continues after an end of any kind. */
final class ReplicatedLogStartTest extends ReplicatedNodes {

  @Test
  void aNodeThatLostWhatWasNotForcedGetsItAgainAtTheSamePositions() throws IOException {
    lead(a);
    a.offer("one");
    settle();
    b.force();
    a.offer("two");
    settle();

    b.crash();
    b.heard.clear();
    b.open();
    settle();
    a.offer("three");
    settle();

    nodes.forEach(NodeRig::force);
    for (var node : nodes) {
      node.log().close();
    }
    assertThat(b.records()).isEqualTo(a.records()).hasSize(6);
  }

  /** A crash kept the first of two records of an entry, and not the mark. */
  @Test
  void aNodeAppendsOnlyTheRecordsOfAnEntryThatItLacks() throws IOException {
    b.kill();
    b.disk.lose("APPLIED");
    b.plantLog("one");
    b.plantPlace(new Place(Applied.NONE, 0));
    lead(a);
    a.offer("one", "two");
    settle();

    b.open();
    settle();

    var first = LogFrame.bytes(NodeRig.record("one").lengthBytes());
    var second = first + LogFrame.bytes(NodeRig.record("two").lengthBytes());
    assertThat(b.heard).contains("one@" + first, "two@" + second);
    nodes.forEach(NodeRig::force);
    for (var node : nodes) {
      node.log().close();
    }
    assertThat(b.records()).isEqualTo(a.records()).hasSize(3);
  }

  @Test
  void aNodeWhoseLogHasAnotherBeginOfAnEntryStops() throws IOException {
    b.kill();
    b.disk.lose("APPLIED");
    b.plantLog("a record of another length");
    b.plantPlace(new Place(Applied.NONE, 0));
    lead(a);
    a.offer("one", "two");
    settle();

    b.open();
    settle();

    assertThat(b.log().role()).isInstanceOf(Role.Failed.class);
  }

  @Test
  void whatAFolderHeldBeforeItBecameANodesComesBeforeTheFirstEntry() throws IOException {
    for (var node : nodes) {
      node.kill();
      node.disk.lose("APPLIED");
      node.plantLog("before");
      node.open();
    }
    lead(c);

    c.offer("after");
    settle();

    assertThat(a.heard)
        .contains("after@"
            + (LogFrame.bytes(NodeRig.record("before").lengthBytes())
                + LogFrame.bytes(NodeRig.record("after").lengthBytes())));
  }

  @Test
  void theLastMarkSurvivesTheCutOfTheLog() throws IOException {
    lead(a);
    for (var i = 0; i < 20; i++) {
      a.offer("x".repeat(2000));
      settle();
    }
    b.force();
    var position = b.log().durablePosition();

    b.log().prepareCheckpoint(position);
    b.log().truncateBefore(position);
    b.checkpoint = position;
    b.kill();
    b.heard.clear();
    b.open();
    settle();
    a.offer("later");
    settle();

    assertThat(cluster.node("b").durable().index()).isEqualTo(20);
    assertThat(b.heard).as("nothing is applied twice").hasSize(2);
    assertThat(b.heard.get(1)).startsWith("later@");
  }

  /**
   * The consensus may forget what a checkpoint covers, so a place that is not forced must not be
   * told.
   */
  @Test
  void theConsensusMayForgetOnlyWhatIsForcedAndKeptApart() throws IOException {
    lead(a);
    a.offer("one");
    settle();
    b.force();
    a.offer("two");
    settle();

    b.log().prepareCheckpoint(b.log().durablePosition());

    assertThat(cluster.node("b").durable()).isEqualTo(new Applied(1, 1));
    assertThat(new AppliedFile(b.disk.root(), NodeRig.STORE).read())
        .hasValueSatisfying(place -> assertThat(place.entry()).isEqualTo(new Applied(1, 1)));
  }

  @Test
  void thePlaceOfAnotherStoreDoesNotCount() throws IOException {
    var file = new AppliedFile(a.disk.root(), new UUID(1, 1));
    assertThat(file.read()).isEmpty();

    file.write(new Place(new Applied(3, 4), 5));

    assertThat(file.read()).contains(new Place(new Applied(3, 4), 5));
    assertThat(new AppliedFile(a.disk.root(), NodeRig.STORE).read()).isEmpty();
  }

  @Test
  void aPlaceWithoutANumberIsRefused() throws IOException {
    new SmallFile(a.disk.root(), AppliedFile.FILE)
        .write("store=" + NodeRig.STORE + "\nterm=1\nindex=x\nposition=2\n");

    assertThatThrownBy(() -> new AppliedFile(a.disk.root(), NodeRig.STORE).read())
        .isInstanceOf(FileDamaged.class)
        .hasMessageContaining("damage=place");
  }
}
