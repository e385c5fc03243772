package io.weir.cli.serve;

import io.weir.api.TableService;
import io.weir.api.contract.BeforeImageContract;
import io.weir.api.contract.ChangeContract;
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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes together keep the contract, as one service alone does. */
@Tag(Effort.THOROUGHLY)
final class ClusterContractTest
    implements TableServiceContract,
        JointContract,
        IndexContract,
        ExpiryContract,
        ChangeContract.Joint,
        ConsumerContract,
        BeforeImageContract {

  private static final List<String> IDS = List.of("a", "b", "c");

  @TempDir
  static Path folder;

  private static final Map<String, ServingThread> NODES = new TreeMap<>();
  private static WeirClient client;

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
    var leader = new ServingNodes(NODES, Duration.ofMinutes(1)).leader();
    client = WeirClient.builder().endpoint(NODES.get(leader).url()).loops(1).connect();
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
  public int bytesInTransit() {
    return 1024 * 1024;
  }
}
