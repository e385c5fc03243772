package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.disk.SimulatedDisk.Operation;
import java.io.IOException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Checkpoints of a store whose disk fails while they are written, or damages what it holds. */
final class CheckpointFaultsTest extends SimulatedStore {

  private static final int ROWS = 60;

  @Test
  void theEndOfAPinKeepsTheFilesOfACheckpointThatMayBePublished() throws IOException {
    overwrite(ROWS);
    checkpoint();
    var pin = engine.store().files().pinCheckpoint("a test");
    overwrite(ROWS);
    machine.disk.fail(Operation.FORCE_FOLDER, "", 2); // after the folder of the directories
    assertThatThrownBy(this::checkpoint).isInstanceOf(IOException.class);
    machine.disk.heal();
    assertThat(manifest().number())
        .as("the manifest was replaced before the failure")
        .isGreaterThan(pin.manifest().orElseThrow().number());

    pin.close();
    kill();

    engine = machine.open();
    assertThat(engine.store().startedFromCheckpoint()).isTrue();
    assertThat(rows()).hasSize(ROWS);
  }

  private CheckpointManifest manifest() throws IOException {
    return CheckpointManifest.read(machine.disk.root()).orElseThrow();
  }

  private void overwrite(int rows) {
    IntStream.range(0, rows)
        .forEach(row -> assertThat(write("r%02d".formatted(row), 4_000).isDone()).isTrue());
  }
}
