package io.weir.cli.serve;

import static java.time.ZoneOffset.UTC;

import io.weir.api.TableService;
import io.weir.api.contract.BeforeImageContract;
import io.weir.api.contract.ChangeContract;
import io.weir.api.contract.ChangeTokenContract;
import io.weir.api.contract.ConsumerContract;
import io.weir.api.contract.ExpiryContract;
import io.weir.api.contract.IndexContract;
import io.weir.api.contract.JointContract;
import io.weir.api.contract.TableServiceContract;
import io.weir.client.WeirClient;
import io.weir.testkit.Effort;
import io.weir.testkit.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes together keep the contract, as one service alone does, and the leader changes in the
 * middle of scenarios: of other ones each day.
 *
 * <p>{@code -Dweir.day=NUMBER} repeats the choice of a day.
 */
@Tag(Effort.THOROUGHLY)
final class ClusterContractTest
    implements TableServiceContract,
        JointContract,
        IndexContract,
        ExpiryContract,
        ChangeContract.Joint,
        ChangeTokenContract.Joint,
        ConsumerContract,
        BeforeImageContract {

  private static final List<String> IDS = List.of("a", "b", "c");

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir
  static Path folder;

  private static final Map<String, ServingThread> NODES = new TreeMap<>();
  private static WeirClient client;

  /** The leader changes in one of so many scenarios: a change takes longer than a scenario. */
  private static final int SCENARIOS_OF_A_CHANGE = Effort.choose(16, 16, 1);

  private boolean changes;

  @BeforeAll
  static void start() throws Exception {
    var peers = IDS.stream()
        .map(id -> id + "=127.0.0.1:" + FreePorts.next())
        .collect(Collectors.joining(","));
    for (var id : IDS) {
      NODES.put(
          id,
          ServingThread.start(
              folder.resolve(id),
              Map.of(),
              "--cluster",
              "birds",
              "--node",
              id,
              "--peers",
              peers,
              "--segment-size",
              "16"));
    }
    client = WeirClient.builder()
        .endpoints(NODES.values().stream().map(ServingThread::url).toArray(String[]::new))
        .loops(1)
        .connect();
    System.out.println("-Dweir.day=" + day());
  }

  private static long day() {
    return Long.getLong("weir.day", LocalDate.now(UTC).toEpochDay());
  }

  @BeforeEach
  void chooseChanges(TestInfo scenario) {
    var draw = new Random(day() ^ scenario.getDisplayName().hashCode());
    changes = draw.nextInt(SCENARIOS_OF_A_CHANGE) == 0;
  }

  @AfterAll
  static void stop() throws Exception {
    client.close();
    for (var node : NODES.values()) {
      node.close();
    }
  }

  @Override
  public TableService service() {
    return client;
  }

  @Override
  public void midScenario() {
    if (changes) {
      client.administration().transferLeadership().block(PATIENCE);
    }
  }

  @Override
  public int bytesInTransit() {
    return 1024 * 1024;
  }
}
