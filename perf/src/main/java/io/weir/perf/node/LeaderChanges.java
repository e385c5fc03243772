package io.weir.perf.node;

import io.weir.client.WeirAdministration;
import io.weir.perf.process.NodeProcesses;
import io.weir.perf.workload.Round;
import io.weir.server.json.NodesDocument;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Changes the leader of three nodes in each way that an operator or a failure does, while one
 * client writes. Each change begins and ends with three nodes of which each has what was written.
 * Belongs to the launcher's thread, which blocks.
 *
 * @param administration of the node that leads
 */
record LeaderChanges(NodeProcesses nodes, WeirAdministration administration, SteadyWrites writes) {

  /** Acknowledgements after a change that show that the next leader serves. */
  private static final int SETTLED = 50;

  /** Entries that a node may lack while others are written. */
  private static final long NEAR = 100;

  private static final double SILENT_SECONDS = 1;
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final long LOOK_MILLIS = 20;

  /**
   * Kills the leader, waits until the next one serves, starts the killed node again, and waits
   * until it follows.
   */
  Round kill() throws IOException {
    var leader = begin();
    var beganNanos = System.nanoTime();
    nodes.kill(leader);
    var unused = nodes.leaderOtherThan(leader);
    var seen = seen();
    var killed = round(beganNanos, seen);
    var startedNanos = System.nanoTime();
    nodes.start(leader);
    awaitFollowing(leader);
    var followsSeconds = (System.nanoTime() - startedNanos) / 1e9;
    return killed
        .with("killed node follows again, s", followsSeconds)
        .with("longest gap meanwhile, ms", seen().gapNanos().getMaxValue() / 1e6);
  }

  /** Has the leader hand over to the node with most entries. */
  Round transfer() throws IOException {
    var leader = begin();
    var beganNanos = System.nanoTime();
    administration.transferLeadership().block(PATIENCE);
    var unused = nodes.leaderOtherThan(leader);
    return round(beganNanos, seen());
  }

  /** Stops and starts each node, the next one when the one before follows again. */
  Round restart() throws IOException {
    var unused = begin();
    var beganNanos = System.nanoTime();
    for (var id : nodes.ids()) {
      nodes.stop(id);
      nodes.start(id);
      awaitFollowing(id);
    }
    return round(beganNanos, seen());
  }

  /** Waits until every node has what was written, and returns the one that leads. */
  private String begin() throws IOException {
    var leader = nodes.leader();
    for (var id : nodes.ids()) {
      if (!id.equals(leader)) {
        awaitFollowing(id);
      }
    }
    var unused = seen();
    return leader;
  }

  private SteadyWrites.Seen seen() throws IOException {
    writes.await(SETTLED);
    return writes.look();
  }

  private static Round round(long beganNanos, SteadyWrites.Seen seen) {
    var seconds = (System.nanoTime() - beganNanos) / 1e9;
    return new Round(seconds, seen.writes(), seen.writes(), seen.failures(), 0, 0, seen.longest());
  }

  /** Waits until a node leads or follows, and lacks next to nothing of what was written. */
  private void awaitFollowing(String id) throws IOException {
    nodes.awaitPart(id);
    var endNanos = System.nanoTime() + PATIENCE.toNanos();
    while (!isNear(id)) {
      if (System.nanoTime() - endNanos > 0) {
        throw new IOException("node does not catch up id=" + id + " waited=" + PATIENCE);
      }
      try {
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while a node catches up", e);
      }
    }
  }

  /** Only the leader knows what the others lack; the answer may be another node's. */
  private boolean isNear(String id) {
    var answer =
        NodesDocument.read(administration.nodes().blockOptional(PATIENCE).orElseThrow());
    return answer.role().equals("leader")
        && (answer.node().equals(id)
            || answer.nodes().stream()
                .filter(node -> node.id().equals(id))
                .anyMatch(node -> node.lacks().orElse(Long.MAX_VALUE) <= NEAR
                    && node.silence().orElse(Double.MAX_VALUE) < SILENT_SECONDS));
  }
}
