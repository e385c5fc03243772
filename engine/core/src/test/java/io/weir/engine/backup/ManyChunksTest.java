package io.weir.engine.backup;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.TestStore;
import io.weir.engine.backup.BackedUpLeaf.Place;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.WatchedFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Limits of the number of chunks: of those that a backup keeps, and of those that a reader has
 * open.
 */
final class ManyChunksTest extends BackedUpStore {

  private static final int MOST_SHORT = 256;
  private static final int MOST_OPEN = 64;

  /** Larger than the rest of a page, so that each of these entities has a leaf of its own. */
  private static final int WIDE = 5_000;

  private int wide;

  /**
   * A backup whose chunks have one leaf each, and one after it for which all of these are short.
   */
  @Test
  void moreThan256ShortChunksAreJoined() throws IOException {
    var first = ofOneLeafEach(MOST_SHORT);

    var kept = write("kept", SMALL_CHUNK_BYTES);

    assertThat(chunks(kept)).containsExactlyInAnyOrderElementsOf(chunks(first));
    assertThat(restored("kept")).isEqualTo(store.all());

    var more = ofOneLeafEach(MOST_SHORT + 1);
    var joined = write("joined", SMALL_CHUNK_BYTES);

    assertThat(chunks(joined)).doesNotContainAnyElementsOf(chunks(more));
    assertThat(chunks(joined).size()).isLessThan(MOST_SHORT / 8);
    assertThat(check("joined")).isEmpty();
    assertThat(restored("joined")).isEqualTo(store.all());
  }

  /**
   * Writes a backup of a store with so many leaves, each in a chunk of its own. Each backup is the
   * only one of its store.
   */
  private BackupManifest ofOneLeafEach(int leaves) throws IOException {
    for (var attempt = 0; attempt < 20; attempt++) {
      var manifest = write("leaves-" + leaves + "-" + attempt, 1);
      var missing = leaves - chunks(manifest).size();
      if (missing == 0) {
        return manifest;
      }
      assertThat(missing).as("the store has too many leaves already").isPositive();
      for (var more = 0; more < missing; more++) {
        store.upsert(TestStore.entity(String.format("wide%05d", wide++), "r", WIDE));
      }
      store.engine().store().checkpoint();
    }
    throw new AssertionError("no store has " + leaves + " leaves");
  }

  /** Writes a backup that shares nothing with those before it except with the last one. */
  private BackupManifest write(String name, int chunkBytes) throws IOException {
    var parent = FolderOnDisk.in(temporary.resolve("backups"));
    if (chunkBytes == 1) {
      for (var other : parent.list()) {
        Leftovers.delete(parent, other);
      }
    }
    return Backup.write(
        store.engine().store(), parent, name, Clock.systemUTC(), CopyListener.NOBODY, chunkBytes);
  }

  private static List<FileSum> chunks(BackupManifest manifest) {
    return manifest.files().stream().filter(sum -> Chunks.isChunk(sum.file())).toList();
  }

  @Test
  void aReaderHas64ChunksOpenAtMost() throws IOException {
    var folder = FolderOnDisk.in(Files.createDirectories(temporary.resolve("chunks")));
    var leaves = chunksOf(folder, MOST_OPEN + 1);
    var opened = new AtomicInteger();
    var counted = WatchedFolder.of(folder, operation -> {
      if (operation.equals("openToRead")) {
        opened.incrementAndGet();
      }
    });
    try (var reader = new Chunks.Reader(counted)) {
      for (var round = 0; round < 2; round++) {
        for (var leaf : leaves.subList(0, MOST_OPEN)) {
          reader.read(leaf);
        }
      }
      assertThat(opened).as("files that stay open are not opened again").hasValue(MOST_OPEN);

      reader.read(leaves.get(MOST_OPEN)); // closes the others first
      reader.read(leaves.get(MOST_OPEN));
      assertThat(opened).hasValue(MOST_OPEN + 1);
      assertThat(read(reader, leaves.get(0))).isEqualTo("key 0");
      assertThat(opened).hasValue(MOST_OPEN + 2);
    }
  }

  private static String read(Chunks.Reader reader, BackedUpLeaf leaf) throws IOException {
    var keys = new ArrayList<String>();
    LeafBlock.read(
        reader.read(leaf), (key, stored) -> keys.add(new String(key, StandardCharsets.UTF_8)));
    return String.join(",", keys);
  }

  /** Writes chunks with one leaf each. */
  private static List<BackedUpLeaf> chunksOf(FolderOnDisk folder, int count) throws IOException {
    var leaves = new ArrayList<BackedUpLeaf>();
    try (var chunks = new Chunks.Writer(folder, 0, 1)) {
      var block = new LeafBlock();
      for (var number = 0; number < count; number++) {
        var key = ("key " + number).getBytes(StandardCharsets.UTF_8);
        block.add(key, new byte[10]);
        var sums = block.sums();
        Place place = chunks.add(block.bytes());
        leaves.add(new BackedUpLeaf(key, sums, place));
        block.clear();
      }
      assertThat(chunks.finish()).hasSize(count);
    }
    return leaves;
  }
}
