package io.weir.engine.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.TestStore;
import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.checkpoint.SnapshotManifest;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.SmallFile;
import io.weir.engine.log.LogFolder;
import io.weir.engine.log.SegmentHeader;
import io.weir.engine.store.StoreUnusable;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A stopped store in which a disk or a person changed something. Either it opens with exactly its
 * former content, or it is refused and the file is named. It never opens with other content, and
 * the check predicts the outcome.
 */
final class DamagedStoreTest {

  private static final int FLIPS = Effort.choose(30, 30, 5_000);

  @TempDir
  static Path original;

  private static StoppedStore stopped;

  @TempDir
  Path temporary;

  @BeforeAll
  static void writeStore() throws IOException {
    stopped = StoppedStore.in(original.resolve("store"));
  }

  @Test
  void anUndamagedStoreIsSoundAndOpens() throws IOException {
    var folder = copy("sound");

    var found = CollectedFindings.in(folder);

    assertThat(found.findings).isEmpty();
    assertThat(found.remarks).allMatch(remark -> remark.contains("a page file is missing"));
    assertThat(found.read).isEqualTo(found.announced).isPositive();
    assertThat(entitiesOf(folder)).isTrue();
  }

  @Test
  void aFlippedBitIsHarmlessOrTheStartIsRefusedAndNamesTheFile() throws IOException {
    var seed = new Random().nextLong();
    var random = new Random(seed);
    var refused = 0;
    for (var flip = 0; flip < FLIPS; flip++) {
      var names = new ArrayList<>(stopped.files().keySet());
      names.removeIf(name -> stopped.files().get(name).length == 0);
      var name = names.get(random.nextInt(names.size()));
      var at = random.nextInt(stopped.files().get(name).length);
      var bit = random.nextInt(Byte.SIZE);

      var folder = copy("flip-" + flip);
      change(folder, name, bytes -> {
        bytes[at] ^= (byte) (1 << bit);
        return bytes;
      });

      refused +=
          refuses(folder, name, "seed=" + seed + " flip=" + flip + " file=" + name + " at=" + at)
              ? 1
              : 0;
      delete(folder);
    }
    assertThat(refused).as("seed=%d", seed).isPositive();
  }

  /**
   * Nothing in the log follows its last frame, so only a position that was recorded elsewhere shows
   * the loss.
   */
  @ParameterizedTest
  @ValueSource(strings = {"CHECKPOINT", "DURABLE"})
  void aFlippedBitInTheLastFrameIsRefusedAndNamesTheSegment(String witness) throws IOException {
    var folder = copy("last-frame");
    Files.delete(folder.resolve(witness.equals("CHECKPOINT") ? "DURABLE" : "CHECKPOINT"));
    var end = CheckpointManifest.read(FolderOnDisk.in(original.resolve("store")))
        .orElseThrow()
        .logPosition();
    var last = lastSegment();
    var offset =
        (int) (end - LogFolder.basePosition(last.substring("log/".length()))) + SegmentHeader.BYTES;
    change(folder, last, bytes -> {
      bytes[offset - 1] ^= 1;
      return bytes;
    });

    assertThat(refuses(folder, last, "witness=" + witness)).isTrue();
    assertThat(CollectedFindings.in(folder).remarks)
        .as("the file that knows better")
        .anyMatch(remark -> remark.contains(witness) && remark.contains("position=" + end))
        .noneMatch(remark -> remark.contains("the next start cuts it"));
  }

  @Test
  void aTruncatedFileIsHarmlessOrTheStartIsRefusedAndNamesTheFile() throws IOException {
    for (var name : stopped.files().keySet()) {
      for (var share : new double[] {0, 0.3, 0.99}) {
        var folder = copy("cut-" + share + name.replace('/', '-'));
        change(folder, name, bytes -> Arrays.copyOf(bytes, (int) (bytes.length * share)));

        refuses(folder, name, "file=" + name + " share=" + share);
      }
    }
  }

  /**
   * The last segment's witnesses are the checkpoint and the record of the durable position; without
   * them the log looks like one that never reached that segment.
   */
  @Test
  void aMissingFileIsRefused() throws IOException {
    for (var name : stopped.files().keySet()) {
      if (!name.equals("lock") && !name.equals("STORE")) {
        var folder = copy("without-" + name.replace('/', '-'));
        Files.delete(folder.resolve(name));

        refuses(folder, "", "missing=" + name);
      }
    }
  }

  /**
   * Without a checkpoint the manifest of the snapshot records how far the log had been forced when
   * the snapshot was written.
   */
  @Test
  void aLogThatEndsBelowTheSeenPositionOfTheSnapshotIsRefusedAfterACrash() throws IOException {
    var folder = copy("lost");
    var files = FolderOnDisk.in(folder);
    var end = CheckpointManifest.read(files).orElseThrow().logPosition();
    CheckpointManifest.remove(files);
    var manifest = new SmallFile(files, SnapshotManifest.FILE);
    manifest.write(manifest.read().replaceFirst("seen=[0-9]+", "seen=" + end));
    assertThat(entitiesOf(folder)).as("nothing is lost yet").isTrue();
    CheckpointManifest.remove(files);
    var last = lastSegment();

    Files.delete(folder.resolve(last));

    assertThat(refuses(folder, "", "lost=" + last)).isTrue();
    assertThatThrownBy(() -> entitiesOf(folder)).hasMessageContaining("reached=" + end);
  }

  @Test
  void aCheckpointOfAnotherStoreSaysNothingOfThisLog() throws IOException {
    var folder = copy("foreign");
    var marker = new SmallFile(FolderOnDisk.in(folder), CheckpointManifest.FILE);
    marker.write(marker
        .read()
        .replaceFirst("store=.*", "store=" + new UUID(1, 2))
        .replaceFirst("seenPosition=[0-9]+", "seenPosition=999999999"));

    assertThat(refuses(folder, "", "checkpoint of another store")).isFalse();
  }

  @Test
  void aStoreWithoutItsIdentityIsNotTreatedAsAnEmptyFolder() throws IOException {
    var folder = copy("nobody");
    Files.delete(folder.resolve("STORE"));

    assertThat(refuses(folder, "", "no identity")).isTrue();
  }

  /**
   * Returns whether the store is refused. Fails if it opens with other content, or is refused
   * without the file's name.
   */
  private static boolean refuses(Path folder, String name, String what) throws IOException {
    var simple = name.substring(name.lastIndexOf('/') + 1);
    var sound = isSound(folder, simple, what);
    try {
      assertThat(entitiesOf(folder)).as(what).isTrue();
      assertThat(sound).as("the check reports it too: " + what).isTrue();
      return false;
    } catch (StoreUnusable e) {
      assertThat(e).as(what).hasMessageContaining(simple);
      assertThat(sound).as("the check reports it too: " + what).isFalse();
      return true;
    }
  }

  private static String lastSegment() {
    return stopped.files().keySet().stream()
        .filter(name -> name.endsWith(".log"))
        .reduce((before, next) -> next)
        .orElseThrow();
  }

  private static boolean isSound(Path folder, String name, String what) throws IOException {
    try {
      var findings = CollectedFindings.in(folder).findings;
      assertThat(findings)
          .as(what)
          .allSatisfy(finding -> assertThat(finding.file()).isNotEmpty());
      if (!findings.isEmpty()) {
        assertThat(findings).as(what).anyMatch(finding -> finding.toString().contains(name));
      }
      return findings.isEmpty();
    } catch (CannotCheck e) {
      return false;
    }
  }

  private static boolean entitiesOf(Path folder) throws IOException {
    try (var store = TestStore.open(StoppedStore.options(folder))) {
      return store.all().equals(stopped.entities());
    }
  }

  private interface Change {
    byte[] of(byte[] bytes);
  }

  private static void change(Path folder, String name, Change change) throws IOException {
    var file = folder.resolve(name);
    Files.write(file, change.of(Files.readAllBytes(file)));
  }

  private Path copy(String name) throws IOException {
    var folder = temporary.resolve(name);
    stopped.copyTo(folder);
    return folder;
  }

  private static void delete(Path folder) throws IOException {
    List<Path> paths;
    try (var found = Files.walk(folder)) {
      paths = new ArrayList<>(found.toList());
    }
    for (var i = paths.size() - 1; i >= 0; i--) {
      Files.delete(paths.get(i));
    }
  }
}
