package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.TableName;
import io.weir.engine.disk.SimulatedDisk;
import io.weir.engine.log.LogFailed;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A process is killed while it creates a store, the next process completes the creation, and then
 * the power fails.
 */
@ExtendWith(Quiet.class)
final class FoundingTest {

  private static final TableName TABLE = new TableName("Rain");
  private static final int MORE_THAN_A_FOUNDING_TAKES = 60;

  @TempDir
  Path temporary;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void anInterruptedCreationOfAStoreIsCompletedByTheNextStart(long seed) throws IOException {
    for (var operation = 1; operation <= MORE_THAN_A_FOUNDING_TAKES; operation++) {
      var folder = temporary.resolve(operation + "");
      var options = StoreOptions.in(folder).withPartitionGroups(1).withSegmentBytes(64 << 10);
      var machine = new SimulatedMachine(seed * 1_000 + operation, options);
      found(machine, operation);

      var engine = machine.open();
      engine.account(Users.ACCOUNT).createTable(TABLE).subscribe();
      machine.settle();
      machine.disk.cutPower();
      assertThatThrownBy(engine::close).isInstanceOf(IOException.class);

      var again = machine.open();
      assertThat(again.store().catalog().find(Users.ACCOUNT, TABLE))
          .as("killed at operation %s, seed=%s", operation, seed)
          .isNotNull();
      again.close();
    }
  }

  private static void found(SimulatedMachine machine, int killedAt) throws IOException {
    machine.disk.killProcessAtOperation(killedAt);
    try {
      machine.open().close();
    } catch (SimulatedDisk.Stopped | LogFailed killedInTheMiddle) {
      assertThat(machine.isDown()).isTrue();
    } finally {
      machine.disk.killProcess();
    }
  }
}
