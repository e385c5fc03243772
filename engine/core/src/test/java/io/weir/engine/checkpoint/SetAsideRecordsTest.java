package io.weir.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.disk.Folder;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.SmallFile;
import io.weir.engine.page.extent.PersistedExtent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The records that a checkpoint sets aside for a shard, and their line in the manifest. */
final class SetAsideRecordsTest {

  private static final UUID STORE = new UUID(1, 2);
  private static final int SHARD = 3;
  private static final int CHECKPOINT = 17;

  @TempDir
  Path temporary;

  private Folder folder;

  @BeforeEach
  void open() throws IOException {
    folder = FolderOnDisk.in(temporary);
  }

  private SetAside write(int... lengths) throws IOException {
    try (var records = SetAsideRecords.create(folder, STORE, CHECKPOINT, SHARD)) {
      for (var number = 0; number < lengths.length; number++) {
        records.add(1_000 + number, record(number, lengths[number]));
      }
      return records.finish(500, 100, 2_000, CHECKPOINT);
    }
  }

  private static byte[] record(int number, int length) {
    var record = new byte[length];
    Arrays.fill(record, (byte) number);
    return record;
  }

  private Map<Long, byte[]> read(SetAside described) throws IOException {
    var found = new TreeMap<Long, byte[]>();
    SetAsideRecords.read(folder, STORE, SHARD, described, found::put);
    return found;
  }

  /** Around the length of the buffer, 256 KiB. */
  @Test
  void recordsOfEveryLengthAreShownInTheirOrder() throws IOException {
    var lengths = new int[] {1, 200, (256 << 10) - 45, 256 << 10, (256 << 10) + 1, 3 << 20, 7};

    var found = read(write(lengths));

    assertThat(found).hasSize(lengths.length);
    for (var number = 0; number < lengths.length; number++) {
      assertThat(found.get(1_000L + number)).isEqualTo(record(number, lengths[number]));
    }
  }

  @Test
  void noRecordsAreRecordsToo() throws IOException {
    assertThat(read(write())).isEmpty();
  }

  @Test
  void everyChangedByteIsFound() throws IOException {
    var described = write(5, 40);
    var file = temporary.resolve(SetAsideRecords.name(CHECKPOINT, SHARD));
    var bytes = Files.readAllBytes(file);
    for (var at = 0; at < bytes.length; at++) {
      var changed = bytes.clone();
      changed[at] ^= 1;
      Files.write(file, changed);
      assertThatThrownBy(() -> read(described))
          .as("at=%d", at)
          .isInstanceOf(CheckpointInvalid.class)
          .hasMessageContaining(file.toString());
    }
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
    assertThatThrownBy(() -> read(described)).isInstanceOf(CheckpointInvalid.class);
    Files.delete(file);
    assertThatThrownBy(() -> read(described)).isInstanceOf(CheckpointInvalid.class);
  }

  @Test
  void theFileOfAnotherShardOrStoreIsRefused() throws IOException {
    var described = write(5);
    Files.copy(
        temporary.resolve(SetAsideRecords.name(CHECKPOINT, SHARD)),
        temporary.resolve(SetAsideRecords.name(CHECKPOINT, SHARD + 1)));

    assertThatThrownBy(() ->
            SetAsideRecords.read(folder, STORE, SHARD + 1, described, (position, record) -> {}))
        .isInstanceOf(CheckpointInvalid.class);
    assertThatThrownBy(() -> SetAsideRecords.read(
            folder, new UUID(1, 3), SHARD, described, (position, record) -> {}))
        .isInstanceOf(CheckpointInvalid.class);
  }

  @Test
  void theManifestHasThemInAFormatThatEarlierVersionsRefuse() throws IOException {
    var pages = new CheckpointedShard(
        List.of(new PersistedExtent(1, false, 100, 50)),
        List.of(new DirectoryPart(7, 32, 1_000, 0xCAFEBABE)));
    var aside = new SetAside(500, 100, 2_000, CHECKPOINT, 12_345, 0xDEADBEEF);
    var manifest = new CheckpointManifest(
        STORE, "a-page1-b", CHECKPOINT, 3_000, 3_100, 9, 4, List.of(pages, pages.leftOut(aside)));

    manifest.write(folder);

    assertThat(CheckpointManifest.read(folder)).contains(manifest);
    assertThat(manifest.hasLeftOut()).isTrue();
    assertThat(manifest.positionOf(0)).isEqualTo(3_000);
    assertThat(manifest.positionOf(1)).isEqualTo(500);
    assertThat(text()).startsWith("format=2\n");

    new CheckpointManifest(STORE, "a-page1-b", CHECKPOINT, 3_000, 3_100, 9, 4, List.of(pages))
        .write(folder);
    assertThat(text()).startsWith("format=1\n").doesNotContain("aside");
  }

  private String text() throws IOException {
    return new SmallFile(folder, CheckpointManifest.FILE).read();
  }
}
