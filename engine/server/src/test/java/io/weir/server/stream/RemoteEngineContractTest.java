package io.weir.server.stream;

import io.weir.api.AccountName;
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
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import io.weir.server.TestServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * Client, HTTP/2, endpoint, shards, tree and log together keep the contract, including the reports
 * of plans.
 */
final class RemoteEngineContractTest
    implements TableServiceContract,
        JointContract,
        IndexContract,
        ExpiryContract,
        ChangeContract.Joint,
        ChangeTokenContract.Joint,
        ConsumerContract,
        BeforeImageContract {

  @TempDir
  static Path folder;

  private static EmbeddedLoops loops;
  private static Engine engine;
  private static TestServer server;
  private static WeirClient client;

  @BeforeAll
  static void start() throws IOException {
    loops = EmbeddedLoops.start(2);
    engine = Engine.open(
        StoreOptions.in(folder)
            .withSegmentBytes(16 << 20)
            .withPartitionGroups(4)
            .withDurability(Durability.SYNC),
        loops.loops());
    server = TestServer.over(engine.account(AccountName.DEVELOPMENT));
    client = Clients.of(server.port());
  }

  @AfterAll
  static void stop() throws IOException {
    Clients.close(client);
    server.close();
    engine.close();
    loops.close();
  }

  @Override
  public TableService service() {
    return client;
  }

  /**
   * The client's window of 256 KiB, the bytes in its transport, two chunks, and a first dozen of
   * large entities.
   */
  @Override
  public int bytesInTransit() {
    return 1024 * 1024;
  }
}
