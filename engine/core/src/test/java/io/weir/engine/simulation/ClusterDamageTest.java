package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.checkpoint.StoppedPage;
import io.weir.engine.shard.Shard;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.store.recovery.Retention;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node of several with a damaged page that its log changes, or without room: the others go on,
 * and nothing of the node's log is given up.
 */
@ExtendWith(Quiet.class)
final class ClusterDamageTest {

  private static final TableName TABLE = new TableName("Rain");
  private static final long BELOW_RESERVE = 100L << 20;

  @TempDir
  Path folder;

  private SimulatedNodes nodes;

  @Test
  void aNodeWithARefusedShardKeepsItsCheckpointAndLeadsNoMore() throws IOException {
    nodes = new SimulatedNodes(1, this::options);
    nodes.openAll();
    nodes.lead("a").account(Users.ACCOUNT).createTable(TABLE).subscribe();
    nodes.settle();
    write(0);
    write(1);
    nodes.letTimePass(Duration.ofSeconds(1));
    nodes.engine("b").store().checkpoint();
    write(2);
    nodes.letTimePass(Duration.ofSeconds(1));
    nodes.crash("b");
    var page = damage("b");

    nodes.settle();
    assertThat(nodes.cluster.node("b").isEligible()).isFalse();
    var position = nodes.engine("b").store().checkpointPosition();
    write(3);
    nodes.letTimePass(Duration.ofSeconds(1));
    assertThat(nodes.engine("b").store().shards())
        .anyMatch(shard -> shard.replica().isApplying());
    try {
      nodes.engine("b").store().checkpoint();
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("shard");
    }
    assertThat(nodes.engine("b").store().checkpointPosition()).isEqualTo(position);

    nodes.crash("b");
    flip("b", page); // sound again, as after a repair
    nodes.open("b");
    nodes.settle();
    nodes.letTimePass(Duration.ofSeconds(1));
    nodes.expectSameContent();
    assertThat(nodes.cluster.node("b").isEligible()).isTrue();
    for (var id : nodes.ids()) {
      nodes.close(id);
    }
  }

  /**
   * The follower's shards wait for room, and a checkpoint, which makes room, must not wait for
   * them.
   */
  @Test
  void aFollowerWithoutRoomForPagesWritesCheckpointsAndCatchesUpWhenThereIsRoom()
      throws IOException {
    nodes = new SimulatedNodes(1, this::options);
    nodes.openAll();
    nodes.lead("a").account(Users.ACCOUNT).createTable(TABLE).subscribe();
    nodes.settle();
    write(0);
    nodes.letTimePass(Duration.ofSeconds(1));
    nodes.machine("b").disk.leaveSpace(BELOW_RESERVE);

    for (var row = 0; row < 60; row++) {
      send("large" + row, 60_000, row);
    }
    nodes.letTimePass(Duration.ofSeconds(1));
    assertThat(nodes.engine("b").store().shards())
        .anyMatch(shard -> shard.replica().isApplying());
    nodes.engine("b").store().checkpoint();
    assertThat(nodes.engine("b").store().checkpointPosition())
        .isPositive()
        .isLessThan(nodes.log("b").durablePosition());

    nodes.crash("b");
    nodes.machine("b").disk.heal();
    nodes.open("b");
    nodes.settle();
    nodes.letTimePass(Duration.ofSeconds(2));
    assertThat(nodes.engine("b").store().startedFromCheckpoint()).isTrue();
    nodes.expectSameContent();
    for (var id : nodes.ids()) {
      nodes.close(id);
    }
  }

  /**
   * The log of a node begins after its first record, so that nothing but a page holds its entities.
   */
  private StoreOptions options(String id) {
    return StoreOptions.in(folder.resolve(id))
        .withPartitionGroups(2)
        .withRetention(Retention.NONE)
        .withSegmentBytes(64 << 10)
        .withCheckpointLogBytes(1 << 30);
  }

  /** Gives each row another value, some of them in each leaf. */
  private void write(int value) {
    for (var row = 0; row < 120; row++) {
      send("r" + row, 1_000, value);
    }
  }

  private void send(String row, int bytes, int value) {
    var data = new byte[bytes];
    Arrays.fill(data, (byte) value);
    var entity = Entity.builder("p" + Math.floorMod(row.hashCode(), 4), row)
        .set("Data", data)
        .build();
    nodes
        .engine("a")
        .account(Users.ACCOUNT)
        .write(TABLE, new Write.Upsert(entity, WriteMode.REPLACE))
        .subscribe();
    nodes.settle();
  }

  /**
   * Damages a page that the log changes, without rows of the catalog, and opens the node, which
   * refuses the page's shard.
   */
  private StoppedPage damage(String id) throws IOException {
    var disk = nodes.machine(id).disk;
    disk.showPages();
    for (var page : StoppedPage.of(disk.root(), folder.resolve(id))) {
      if (!page.isFirst() && page.page().lengthBytes() <= 8_192) {
        flip(id, page);
        nodes.open(id);
        if (nodes.engine(id).store().shards().stream().anyMatch(Shard::isRefused)) {
          return page;
        }
        nodes.crash(id);
        flip(id, page);
      }
    }
    throw new AssertionError("the log changes no page without rows of the catalog");
  }

  private void flip(String id, StoppedPage page) throws IOException {
    nodes.machine(id).disk.flipPage(page.file(), page.offset() + page.page().lengthBytes() - 1);
  }
}
