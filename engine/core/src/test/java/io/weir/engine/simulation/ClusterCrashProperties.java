package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.Seeds;
import io.weir.engine.shard.ShardOptions;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Transfers by joint commits in random lives of three nodes that keep one store: nodes lose power,
 * are killed, cut off and closed, leaders change, disks fill up, clocks differ.
 *
 * <p>No acknowledged transfer is lost, no reader of a leader sees an older state than one that was
 * acknowledged, the sum never changes on any node, and in the end all nodes show the same.
 *
 * <p>A failure names its seed; {@code -Dweir.seed=N} runs that seed alone.
 */
@ExtendWith(Quiet.class)
final class ClusterCrashProperties {

  private static final Seeds SEEDS = Seeds.of(12, 30, 10_000);
  private static final int ACTS = 60;
  private static final int STEPS = 150;

  @TempDir
  Path folder;

  @Test
  void noFailureOfAMinorityLosesOrRepeatsATransfer() {
    var moved = new AtomicLong();
    var leaders = new AtomicLong();

    SEEDS.forEach(seed -> {
      var nodes = new SimulatedNodes(seed, id -> options(seed, id));
      moved.addAndGet(live(nodes).moved());
      leaders.addAndGet(nodes.cluster.term());
    });

    if (SEEDS.areMany()) {
      assertThat(moved.get()).as("transfers").isGreaterThan(SEEDS.count() * 3L);
      assertThat(leaders.get()).as("terms").isGreaterThan(SEEDS.count() * 4L);
    }
  }

  private static Bank live(SimulatedNodes nodes) throws IOException {
    var bank = new Bank(nodes.random, true);
    nodes.openAll();
    var first = nodes.lead(nodes.someId());
    bank.open(first.account(Users.ACCOUNT));
    nodes.settle();
    first.account(Users.ACCOUNT).commit(bank.firstDeposits()).subscribe();
    nodes.settle();
    nodes.serve(() -> act(nodes, bank));
    var troubles = new NodeTroubles(nodes);
    for (var acts = 0; acts < ACTS; acts++) {
      troubles.step(nodes.random.nextInt(STEPS));
      troubles.disturb();
    }
    troubles.end();
    bank.expectEverything(nodes.engine(nodes.serving()));
    nodes.expectSameContent();
    for (var id : nodes.ids()) {
      nodes.close(id);
    }
    return bank;
  }

  private static void act(SimulatedNodes nodes, Bank bank) {
    var id = nodes.random.nextInt(4) == 0 ? nodes.someId() : nodes.cluster.leader();
    var engine = id == null ? null : nodes.engineOrNull(id);
    if (engine != null) {
      bank.expectNothingStale(engine);
      bank.act(engine);
    }
    var other = nodes.engineOrNull(nodes.someId());
    if (other != null) {
      bank.expectOneMoment(other);
    }
  }

  private StoreOptions options(long seed, String id) {
    return StoreOptions.in(folder.resolve(seed + id))
        .withShard(
            seed % 3 == 0 ? ShardOptions.DEFAULT.withMailbox(2, 16L << 20) : ShardOptions.DEFAULT)
        .withPartitionGroups(4)
        .withSegmentBytes(32 << 10)
        .withCheckpointLogBytes(12_000);
  }
}
