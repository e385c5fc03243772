package io.weir.cli.serve;

import io.weir.api.AccountName;
import io.weir.api.Outbox;
import io.weir.api.TableService;
import io.weir.api.queue.QueueService;
import io.weir.client.WeirClient;
import io.weir.client.WeirQueues;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.store.StoreOptions;
import io.weir.pattern.TransactionsPattern;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** Transactions over tables and queues, in the engine in process, and over a running service. */
final class TransactionsTest {

  @TempDir
  private Path folder;

  @Nested
  final class InProcess implements TransactionsPattern {

    private EmbeddedLoops loops;
    private Engine engine;

    @BeforeEach
    void open() throws IOException {
      loops = EmbeddedLoops.start(2);
      engine = Engine.open(
          StoreOptions.in(folder).withSegmentBytes(16 << 20).withPartitionGroups(4), loops.loops());
    }

    @AfterEach
    void close() throws IOException {
      engine.close();
      loops.close();
    }

    @Override
    public TableService weir() {
      return engine.account(AccountName.DEVELOPMENT);
    }

    @Override
    public QueueService queues() {
      return engine.queues(AccountName.DEVELOPMENT);
    }

    @Override
    public Outbox outbox() {
      return engine.outbox(AccountName.DEVELOPMENT);
    }
  }

  @Nested
  final class OverHttp implements TransactionsPattern {

    private RunningService service;
    private WeirClient client;
    private WeirQueues queues;

    @BeforeEach
    void connect() throws IOException {
      service = RunningService.start(folder);
      client = WeirClient.builder().endpoint(service.endpoint()).connect();
      queues = WeirQueues.builder().endpoint(service.queues()).connectQueues();
    }

    @AfterEach
    void close() throws IOException {
      queues.close();
      client.close();
      service.close();
    }

    @Override
    public TableService weir() {
      return client;
    }

    @Override
    public QueueService queues() {
      return queues;
    }

    @Override
    public Outbox outbox() {
      return client;
    }
  }
}
