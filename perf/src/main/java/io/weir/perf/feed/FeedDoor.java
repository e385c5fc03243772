package io.weir.perf.feed;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.client.WeirClient;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.store.recovery.Retention;
import io.weir.perf.process.Cpu;
import io.weir.perf.process.StoreHome;
import io.weir.perf.process.Surroundings;
import io.weir.perf.report.FeedTask;
import io.weir.perf.target.TargetKind;
import io.weir.perf.target.WeirClients;
import io.weir.perf.target.WeirTable;
import java.io.IOException;
import java.time.Duration;

/**
 * A service of Weir with one table. Each write is forced before it is acknowledged. The log is kept
 * long enough to read a backlog again. Any thread; closing blocks, ends the service and deletes its
 * data.
 *
 * @param title in results
 * @param table that is written
 * @param consumers the service as consumers reach it, by connections of their own
 * @param server processor time of the service
 * @param closing ends the service
 */
record FeedDoor(String title, WeirTable table, TableService consumers, Cpu server, Closing closing)
    implements AutoCloseable {

  private static final TableName TABLE = new TableName("Changes");
  private static final long KEPT_MIB = 4_096;
  private static final Duration KEPT = Duration.ofDays(1);

  /** Connections of a thousand consumers, of which each has a stream. */
  private static final int CONNECTIONS = 8;

  private static final int STREAMS = 200;

  /** A slow consumer holds no more of its answer than this. */
  private static final int WINDOW_BYTES = 64 << 10;

  @FunctionalInterface
  interface Closing {
    void run() throws IOException;
  }

  /** Opens an engine in this process. */
  static FeedDoor inProcess(Surroundings surroundings) throws IOException {
    var folder = surroundings.newFolder("engine");
    var options =
        StoreOptions.in(folder.resolve("store")).withRetention(new Retention(KEPT, KEPT_MIB << 20));
    var loops = EmbeddedLoops.start(Runtime.getRuntime().availableProcessors());
    var engine = Engine.open(options, loops.loops());
    var tables = engine.account(AccountName.DEVELOPMENT);
    return created(FeedTask.IN_PROCESS, tables, tables, Cpu.ofThisProcess(), () -> {
      engine.close();
      loops.close();
      StoreHome.delete(folder);
    });
  }

  /** Starts a server with a client for writers and one for consumers. */
  static FeedDoor overClient(Surroundings surroundings) throws IOException {
    var kept = Long.toString(KEPT_MIB);
    var target = WeirTable.start(
        surroundings, "sync", "--feed-retention-size", kept, "--feed-retention-unclaimed", kept);
    var consumers = WeirClient.builder()
        .endpoint(WeirClients.endpoint(target.server().port()))
        .connections(CONNECTIONS)
        .streamsPerConnection(STREAMS)
        .streamWindowBytes(WINDOW_BYTES)
        .connect();
    var tables = target.client().tables();
    return created(TargetKind.WEIR.title(), tables, consumers, target.cpu(), () -> {
      consumers.close();
      target.close();
    });
  }

  private static FeedDoor created(
      String title, TableService writers, TableService consumers, Cpu server, Closing closing) {
    writers.createTable(TABLE).block();
    return new FeedDoor(title, new WeirTable(writers, TABLE), consumers, server, closing);
  }

  @Override
  public void close() throws IOException {
    closing.run();
  }
}
