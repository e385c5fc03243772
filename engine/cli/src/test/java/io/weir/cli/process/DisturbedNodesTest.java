package io.weir.cli.process;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.client.ClientOptions;
import io.weir.client.WeirClient;
import io.weir.testkit.Effort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes on a network of their own are disturbed again and again, while programs of several
 * kinds work. Nothing that was acknowledged is lost or undone, nothing is done twice, and no node
 * answers with an old number.
 *
 * <p>Needs root and {@code ip}; left out without. {@code -Dweir.disturbances=N} sets the number of
 * disturbances, {@code -Dweir.disturbed.callers=N} that of the callers of each kind; the torture
 * profile has 1,000 and 16. {@code -Dweir.disturbed.kinds=LEADER_ALONE,..} draws from these alone,
 * and {@code -Dweir.disturbed.seed=N} as a run before.
 */
@Tag(Effort.THOROUGHLY)
final class DisturbedNodesTest {

  private static final int DISTURBANCES =
      Integer.getInteger("weir.disturbances", Effort.choose(1, 3, 1_000));
  private static final int CALLERS =
      Integer.getInteger("weir.disturbed.callers", Effort.choose(4, 4, 16));

  /** The kinds to draw from, separated by commas; all if it is empty. */
  private static final String KINDS = System.getProperty("weir.disturbed.kinds", "");

  /** After so many disturbances, the records are compared and new ones begin. */
  private static final int COMPARE_EVERY = 20;

  private static final Duration DEADLINE_OF_NODE = Duration.ofSeconds(2);
  private static final int MOST_MILLIS = 4_000;

  @TempDir
  Path folder;

  private final List<Disturbance> deck = new ArrayList<>();

  @Test
  void whatIsAcknowledgedHoldsThroughEachDisturbance() throws Exception {
    assumeTrue(NodeNetwork.isPossible(), "this process may not make networks");
    var seed = Long.getLong("weir.disturbed.seed", System.nanoTime());
    System.out.println("disturbed nodes seed=" + seed);
    var random = new Random(seed);
    try (var network = NodeNetwork.of(DisturbedNodes.IDS);
        var nodes = new DisturbedNodes(network, folder);
        var tables = nodes.tables(DisturbedNodes.IDS).connect();
        var queues = nodes.queues().connectQueues();
        var single = new SingleClients(nodes)) {
      nodes.leader();
      for (var done = 0; done < DISTURBANCES; done += COMPARE_EVERY) {
        var work = RecordedWork.begin(done, CALLERS, tables, queues, single.clients());
        work.awaitProgress();
        for (var n = done; n < Math.min(done + COMPARE_EVERY, DISTURBANCES); n++) {
          disturb(nodes, work, random);
        }
        System.out.printf("disturbances=%d acknowledged=%d%n", done, work.stopAndCheck());
      }
    }
  }

  private void disturb(DisturbedNodes nodes, RecordedWork work, Random random) throws Exception {
    var disturbance = draw(random);
    var leader = nodes.leader();
    var others = new ArrayList<>(DisturbedNodes.IDS);
    others.remove(leader);
    Collections.shuffle(others, random);
    var millis = random.nextInt(MOST_MILLIS);
    System.out.printf("%s leader=%s millis=%d%n", disturbance, leader, millis);
    var undo =
        disturbance.begin(nodes, new Disturbance.Roles(leader, others.get(0), others.get(1)));
    try {
      LockSupport.parkNanos(Duration.ofMillis(millis).toNanos());
      work.assertSound();
    } finally {
      undo.run();
    }
    work.awaitProgress();
  }

  /** Each disturbance comes as often as any other. */
  private Disturbance draw(Random random) {
    if (deck.isEmpty()) {
      deck.addAll(kinds());
      Collections.shuffle(deck, random);
    }
    return deck.remove(deck.size() - 1);
  }

  private static List<Disturbance> kinds() {
    return KINDS.isEmpty()
        ? List.of(Disturbance.values())
        : Stream.of(KINDS.split(",")).map(Disturbance::valueOf).toList();
  }

  /** A client of each node alone, which repeats nothing. */
  private record SingleClients(List<WeirClient> clients) implements AutoCloseable {

    SingleClients(DisturbedNodes nodes) {
      this(DisturbedNodes.IDS.stream().map(id -> of(nodes.tables(List.of(id)))).toList());
    }

    private static WeirClient of(ClientOptions.Builder options) {
      return options.retries(0).deadline(DEADLINE_OF_NODE).connect();
    }

    @Override
    public void close() {
      clients.forEach(WeirClient::close);
    }
  }
}
