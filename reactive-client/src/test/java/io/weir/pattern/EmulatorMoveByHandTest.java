package io.weir.pattern;

import io.weir.api.TableService;
import io.weir.api.queue.QueueService;
import io.weir.client.Emulator;
import io.weir.client.WeirClient;
import io.weir.client.WeirQueues;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The move by hand over two services other than Weir, {@code azurite-table} and
 * {@code azurite-queue}. Runs only if {@code -Dweir.azurite.endpoint} and
 * {@code -Dweir.azurite.queues} name their addresses.
 */
@EnabledIfSystemProperty(named = Emulator.ENDPOINT, matches = "http.+")
@EnabledIfSystemProperty(named = Emulator.QUEUES, matches = "http.+")
final class EmulatorMoveByHandTest implements MoveByHandPattern {

  private static WeirClient client;
  private static WeirQueues queues;

  @BeforeAll
  static void start() {
    client = Emulator.connect();
    queues = Emulator.connectQueues();
  }

  @AfterAll
  static void stop() {
    client.closeLater().block(PATIENCE);
    queues.close();
  }

  @Override
  public TableService weir() {
    return client;
  }

  @Override
  public QueueService queues() {
    return queues;
  }
}
