package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.checkpoint.LeafDirectory;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.SimulatedDisk.Operation;
import io.weir.engine.page.extent.PageStoreOptions;
import io.weir.engine.page.extent.PersistedPage;
import io.weir.engine.page.extent.PersistedPageFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Checkpoints of a store whose disk fails while they are written, or damages what it holds. */
final class CheckpointFaultsTest extends SimulatedStore {

  private static final int ROWS = 60;
  private static final String DIRECTORIES = CheckpointManifest.DIRECTORIES + "/";

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

  @Test
  void aDamagedLeafDirectoryIsWrittenAnewFromMemory() throws IOException {
    overwrite(ROWS);
    checkpoint();
    for (var name : directories().list()) {
      var bytes = machine.disk.bytes(DIRECTORIES + name);
      bytes[bytes.length / 2] ^= 1;
    }
    machine.disk.settle();

    overwriteUntilABaseIsWritten();

    kill();
    engine = machine.open();
    assertThat(engine.store().startedFromCheckpoint()).isTrue();
    assertThat(rows()).hasSize(ROWS);
  }

  @Test
  void aLeafDirectoryThatCannotBeReadIsWrittenAnewFromMemory() throws IOException {
    overwrite(ROWS);
    checkpoint();
    machine.disk.fail(Operation.READ, DIRECTORIES + directories().list().get(0), 1);

    overwriteUntilABaseIsWritten();

    assertThat(machine.disk.isHealthy()).as("the failure has happened").isTrue();
    kill();
    engine = machine.open();
    assertThat(engine.store().startedFromCheckpoint()).isTrue();
    assertThat(rows()).hasSize(ROWS);
  }

  @Test
  void aDirectoryFromMemoryKeepsTheChecksumsOfPagesThatMayBeDamaged() throws IOException {
    overwrite(ROWS);
    checkpoint();
    var before = leaves();
    var last = before.get(before.size() - 1);
    flip(last);
    var name = directories().list().get(0);
    machine.disk.fail(Operation.READ, DIRECTORIES + name, 1);

    for (var round = 0; directories().list().contains(name); round++) {
      assertThat(round).as("checkpoints until a base is written").isLessThan(70);
      overwrite(ROWS / 6);
      checkpoint();
    }

    assertThat(machine.disk.isHealthy()).as("the failure has happened").isTrue();
    assertThat(leaves()).contains(last);
  }

  private void overwriteUntilABaseIsWritten() throws IOException {
    var first = directories().list().get(0);
    for (var round = 0; directories().list().contains(first); round++) {
      assertThat(round).as("checkpoints until a base is written").isLessThan(10);
      overwrite(ROWS);
      checkpoint();
    }
  }

  private Folder directories() throws IOException {
    return machine.disk.root().folder(CheckpointManifest.DIRECTORIES);
  }

  /** Returns the pages of the shard as the last checkpoint has them. */
  private List<PersistedPage> leaves() throws IOException {
    var pages = new ArrayList<PersistedPage>();
    LeafDirectory.read(
        directories(),
        engine.store().identity().id(),
        0,
        manifest().shards().get(0).leaves(),
        leaf -> pages.add(leaf.page()));
    return pages;
  }

  /** Flips the last bit of a page, in the memory of the store too. */
  private void flip(PersistedPage page) throws IOException {
    var path = PageStoreOptions.directoryOf(folder, 0);
    var kept = manifest().shards().get(0).files();
    try (var files = PersistedPageFiles.open(path, PageStoreOptions.PAGE_BYTES, kept);
        var channel = FileChannel.open(
            files.fileOf(page), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      var one = ByteBuffer.allocate(1);
      var at = files.offsetOf(page) + page.lengthBytes() - 1;
      channel.read(one, at);
      one.put(0, (byte) (one.get(0) ^ 1)).rewind();
      channel.write(one, at);
    }
  }

  private CheckpointManifest manifest() throws IOException {
    return CheckpointManifest.read(machine.disk.root()).orElseThrow();
  }

  private void overwrite(int rows) {
    IntStream.range(0, rows)
        .forEach(row ->
            assertThat(write("r%02d".formatted(row), 4_000).isDone()).isTrue());
  }
}
