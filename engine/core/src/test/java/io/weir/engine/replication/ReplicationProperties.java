package io.weir.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.Seeds;
import io.weir.engine.consensus.ModelCluster;
import io.weir.engine.log.LogFrame;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * Random lives of three logs: crashes, kills, lost leaders, leaderships that are handed over, cut
 * nodes, checkpoints and full disks.
 *
 * <p>In the end all logs are the same and have each acknowledged record once. In each life the
 * store of a node hears of every record after its start, in the order of the log and without a gap,
 * acknowledged or applied.
 *
 * <p>A failure names its seed; {@code -Dweir.seed=N} runs that seed alone.
 */
final class ReplicationProperties {

  private static final Seeds SEEDS = Seeds.of(60, 300, 20_000);
  private static final int STEPS = 1500;

  @Test
  void logsAreTheSameAndKeepWhatWasAcknowledged() {
    var acknowledged = new int[1];
    var applied = new int[1];
    var transferred = new long[1];

    SEEDS.forEach(seed -> {
      var story = new Story(seed);
      story.tell();
      acknowledged[0] += story.acknowledged.size();
      applied[0] += story.applied;
      transferred[0] += story.transfers.stream()
          .filter(answer -> answer.isDone() && !answer.isCompletedExceptionally())
          .count();
    });

    if (SEEDS.areMany()) {
      assertThat(acknowledged[0]).as("acknowledged").isGreaterThan(SEEDS.count() * 5);
      assertThat(applied[0]).as("applied").isGreaterThan(acknowledged[0]);
      assertThat(transferred[0]).as("handed over").isPositive();
    }
  }

  private static final class Story {

    private final Random random;
    private final ModelCluster cluster;
    private final List<NodeRig> nodes;
    private final Set<String> acknowledged = new HashSet<>();
    private final List<CompletableFuture<String>> transfers = new ArrayList<>();
    private int applied;
    private int offered;

    Story(long seed) {
      random = new Random(seed);
      cluster = new ModelCluster(random, "a", "b", "c");
      nodes = List.of(
          new NodeRig(cluster, "a", seed * 3),
          new NodeRig(cluster, "b", seed * 3 + 1),
          new NodeRig(cluster, "c", seed * 3 + 2));
    }

    void tell() throws IOException {
      for (var node : nodes) {
        node.open();
      }
      for (var steps = 0; steps < STEPS; steps++) {
        act(nodes.get(random.nextInt(3)));
      }
      for (var node : nodes) {
        node.disk.heal();
        cluster.node(node.id).cut(false);
        if (!cluster.node(node.id).isUp()) {
          node.open();
        }
      }
      settle();
      nodes.forEach(this::check);
      for (var node : nodes) {
        node.log().close();
      }
      expectSameRecords();
    }

    private void settle() {
      nodes.forEach(node -> {
        node.appliesAtOnce = true;
        while (!node.unapplied.isEmpty()) {
          node.unapplied.remove().run();
        }
      });
      for (var rest = 0; rest < 3; rest++) {
        nodes.forEach(NodeRig::force);
        rest = cluster.settle() ? 0 : rest;
      }
    }

    private void act(NodeRig node) throws IOException {
      if (!cluster.node(node.id).isUp()) {
        if (random.nextInt(30) == 0) {
          node.disk.heal();
          node.open();
        }
        return;
      }
      switch (random.nextInt(16)) {
        case 0, 1, 2 -> offer(node);
        case 3 -> node.letTimePass(Duration.ofMillis(random.nextInt(500)));
        case 4 -> node.runBackground();
        case 5, 6, 7, 8 -> cluster.step();
        case 9 -> rarely(node);
        default -> node.log().runOnce();
      }
    }

    private void offer(NodeRig node) {
      if (node.log().outage() == null) {
        node.offer("t" + offered++ + "x".repeat(random.nextInt(8) == 0 ? 1500 : 10));
      }
    }

    private void rarely(NodeRig node) throws IOException {
      switch (random.nextInt(40)) {
        case 0, 1 -> end(node, node::crash);
        case 2 -> end(node, node::kill);
        case 3 -> end(node, () -> close(node));
        case 4 -> cluster.node(node.id).cut(true);
        case 5, 6 -> nodes.forEach(each -> cluster.node(each.id).cut(false));
        case 7 -> node.disk.leaveSpace(random.nextInt(20_000));
        case 8, 9 -> node.disk.heal();
        case 10, 11, 12 -> checkpoint(node);
        case 13 -> node.appliesAtOnce = !node.appliesAtOnce;
        case 14 -> {
          while (!node.unapplied.isEmpty()) {
            node.unapplied.remove().run();
          }
        }
        case 15, 16 ->
          transfers.add(
              node.log().transfer(random.nextBoolean() ? null : someId()).toCompletableFuture());
        default -> {}
      }
    }

    private String someId() {
      return nodes.get(random.nextInt(nodes.size())).id;
    }

    /** A log that has failed says so when it is closed. */
    private static void close(NodeRig node) {
      try {
        node.log().close();
      } catch (IOException e) {
        assertThat(node.log().isFailed() || !node.unapplied.isEmpty()).isTrue();
      }
      node.kill();
    }

    private void checkpoint(NodeRig node) throws IOException {
      if (node.disk.isHealthy()) {
        node.log().prepareCheckpoint(node.log().durablePosition());
      }
    }

    private void end(NodeRig node, Runnable how) {
      check(node);
      how.run();
      node.unapplied.clear();
      node.appliesAtOnce = true;
      node.heard.clear();
    }

    /** Expects that the store has heard of every record since the start, in order. */
    private void check(NodeRig node) {
      var end = node.startPosition;
      for (var what : node.heard) {
        var at = what.indexOf('@');
        if (at < 0) {
          continue;
        }
        var own = what.charAt(0) == '+';
        var text = what.substring(own ? 1 : 0, at);
        var position = Long.parseLong(what.substring(at + 1));
        var begin = position - LogFrame.bytes(NodeRig.record(text).lengthBytes());
        assertThat(begin)
            .as("%s hears of %s after %d", node.id, text, end)
            .isIn(end, end + EntryForm.MARK_FRAME_BYTES);
        end = position;
        if (own) {
          acknowledged.add(text);
        } else {
          applied++;
        }
      }
    }

    private void expectSameRecords() throws IOException {
      var first = nodes.get(0).records();
      for (var node : nodes) {
        assertThat(node.records()).as(node.id).isEqualTo(first);
      }
      var texts = first.stream().map(NodeRig.Shown::text).toList();
      assertThat(texts).doesNotHaveDuplicates().containsAll(acknowledged);
    }
  }
}
