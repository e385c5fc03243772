package io.weir.engine.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.entity.Entity;
import io.weir.api.error.ServiceBusyException;
import io.weir.engine.TestStore;
import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.checkpoint.SnapshotManifest;
import io.weir.engine.checkpoint.StoppedPage;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.log.DurableRecord;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.store.StoreUnusable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Damages each file of a store in each way, after a clean shutdown and after a crash. Either the
 * store serves exactly its former content, at once or after a shard was rebuilt, or it refuses to
 * start and names a file, and the check finds the damage too.
 */
final class DamageMatrixTest {

  private static final int SEGMENT_BYTES = 1 << 20;
  private static final int SEGMENT_HEADER_BYTES = 4096;

  @TempDir
  static Path temporary;

  private static List<Entity> entities = List.of();

  enum State {
    STOPPED,
    CRASHED
  }

  enum Kind {
    LOG,
    SNAPSHOT,
    MANIFEST,
    CHECKPOINT,
    DIRECTORY,
    PAGES,
    DURABLE
  }

  enum Harm {
    FLIPPED,
    ZEROED,
    ZEROED_AFTER_SNAPSHOT,
    TRUNCATED,
    DELETED,
    STALE
  }

  enum Outcome {
    SERVES,
    REFUSES
  }

  /** A damage and its expected outcome. */
  record Row(State state, Kind kind, Harm harm, Outcome outcome) {}

  static List<Row> rows() {
    var rows = new ArrayList<Row>();
    for (var state : State.values()) {
      for (var kind : Kind.values()) {
        for (var harm : Harm.values()) {
          if (harm != Harm.ZEROED_AFTER_SNAPSHOT || kind == Kind.LOG) {
            rows.add(new Row(state, kind, harm, outcome(kind, harm)));
          }
        }
      }
    }
    return rows;
  }

  private static Outcome outcome(Kind kind, Harm harm) {
    return switch (kind) {
      case LOG -> Outcome.REFUSES;
      case SNAPSHOT ->
        harm == Harm.STALE
            ? Outcome.SERVES // the log still holds every record after the old snapshot
            : Outcome.REFUSES;
      case MANIFEST ->
        harm == Harm.DELETED
            ? Outcome.SERVES // the log still begins at the beginning
            : Outcome.REFUSES;
      case CHECKPOINT, DIRECTORY, PAGES, DURABLE -> Outcome.SERVES;
    };
  }

  /**
   * Writes one store at three moments: stopped early, crashed later, stopped at last; all with one
   * log segment.
   */
  @BeforeAll
  static void writeStores() throws IOException {
    var live = temporary.resolve("live");
    try (var store = TestStore.open(options(live))) {
      store.create();
      store.fill("a", 200, 200);
      store.snapshot();
    }
    copy(live, temporary.resolve("EARLY"));
    try (var store = TestStore.open(options(live))) {
      store.fill("b", 200, 200);
      store.fill("c", 100, 300);
      store.snapshot();
      store.fill("a", 50, 205);
      store.snapshot();
      store.fill("a", 100, 210);
      store.fill("d", 200, 200);
      store.upsert(TestStore.entity("large", "r", 30_000));
      entities = store.all();
      var record = new DurableRecord(
          FolderOnDisk.in(live), store.engine().store().identity().id());
      while (record.read() < store.engine().store().log().durablePosition()) {
        Thread.onSpinWait();
      }
      copy(live, temporary.resolve("CRASHED"));
    }
    copy(live, temporary.resolve("STOPPED"));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void noEntityIsChangedOrLostSilently(Row row) throws IOException {
    var folder = temporary.resolve("row");
    delete(folder);
    copy(temporary.resolve(row.state().name()), folder);
    harm(folder, row);

    if (row.outcome() == Outcome.REFUSES) {
      assertThat(CollectedFindings.in(folder).findings).isNotEmpty();
      for (var attempt = 0; attempt < 2; attempt++) {
        assertThatThrownBy(() -> TestStore.open(options(folder)))
            .isInstanceOf(StoreUnusable.class)
            .hasMessageContaining("file=")
            .hasMessageMatching("(?s).*(offset=\\d+|MANIFEST).*");
      }
      return;
    }
    try (var store = TestStore.open(options(folder))) {
      assertThat(served(store)).isEqualTo(entities);
      TestStore.verifyTrees(store.engine());
      store.upsert(TestStore.entity("new", "r", 1));
      store.restart();
      assertThat(served(store)).hasSize(entities.size() + 1);
    }
  }

  /** Returns all entities, once no shard is being rebuilt any more. */
  private static List<Entity> served(TestStore store) {
    var giveUp = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (true) {
      try {
        return store.all();
      } catch (ServiceBusyException e) {
        assertThat(System.nanoTime()).isLessThan(giveUp);
        assertThat(store.engine().health().lasting()).isFalse();
      }
    }
  }

  private static StoreOptions options(Path folder) {
    return StoreOptions.in(folder).withPartitionGroups(2).withSegmentBytes(SEGMENT_BYTES);
  }

  private static void harm(Path folder, Row row) throws IOException {
    if (row.kind() == Kind.PAGES && row.harm() == Harm.FLIPPED) {
      var pages = StoppedPage.of(folder);
      for (var i = 2; i < pages.size(); i++) {
        if (pages.get(i).shard()
            == pages.get(i - 2).shard()) { // the start itself may read the first two
          pages.get(i).flip(pages.get(i).page().lengthBytes() - 3, 2);
        }
      }
      return;
    }
    if (row.kind() == Kind.SNAPSHOT || row.kind() == Kind.MANIFEST) {
      CheckpointManifest.remove(FolderOnDisk.in(folder)); // as a restore leaves it
    }
    var file = file(folder, row.kind());
    var modified = Files.getLastModifiedTime(file);
    switch (row.harm()) {
      case FLIPPED -> flip(file, at(file, row));
      case ZEROED -> zero(file, row.kind() == Kind.LOG ? SEGMENT_HEADER_BYTES : 0);
      case ZEROED_AFTER_SNAPSHOT -> zero(file, SEGMENT_HEADER_BYTES + seen(folder));
      case TRUNCATED -> truncate(file);
      case DELETED -> Files.delete(file);
      case STALE ->
        Files.copy(
            file(temporary.resolve("EARLY"), row.kind()),
            file,
            StandardCopyOption.REPLACE_EXISTING);
    }
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      Files.setLastModifiedTime(file, modified);
    }
  }

  /** Returns an offset in the middle of the file's content. */
  private static long at(Path file, Row row) throws IOException {
    return row.kind() == Kind.LOG ? SEGMENT_HEADER_BYTES + 20_000 : Files.size(file) / 2;
  }

  private static Path file(Path folder, Kind kind) throws IOException {
    return switch (kind) {
      case LOG -> only(folder.resolve("log"));
      case SNAPSHOT ->
        folder.resolve(
            SnapshotManifest.read(FolderOnDisk.in(folder)).orElseThrow().file());
      case MANIFEST -> folder.resolve("MANIFEST");
      case CHECKPOINT -> folder.resolve("CHECKPOINT");
      case DIRECTORY -> directory(folder);
      case PAGES -> folder.resolve("pages").resolve("1").resolve("leaf-0.pages");
      case DURABLE -> folder.resolve(DurableRecord.FILE);
    };
  }

  /** Returns the newest leaf directory. */
  private static Path directory(Path folder) throws IOException {
    try (var files = Files.list(folder.resolve("checkpoints"))) {
      return files.max(Comparator.naturalOrder()).orElseThrow();
    }
  }

  private static Path only(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".log")).findFirst().orElseThrow();
    }
  }

  private static long seen(Path folder) throws IOException {
    return SnapshotManifest.read(FolderOnDisk.in(folder)).orElseThrow().seenPosition();
  }

  private static void flip(Path file, long at) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      var one = ByteBuffer.allocate(1);
      channel.read(one, at);
      one.put(0, (byte) (one.get(0) ^ 4)).rewind();
      channel.write(one, at);
    }
  }

  private static void zero(Path file, long from) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      var length = channel.size();
      channel.truncate(from);
      if (length > from) {
        channel.write(ByteBuffer.allocate(1), length - 1);
      }
    }
  }

  private static void truncate(Path file) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() / 2);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    for (var path : walk(from)) {
      var target = to.resolve(from.relativize(path).toString());
      if (Files.isDirectory(path)) {
        Files.createDirectories(target);
      } else {
        Files.copy(path, target, StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      var paths = walk(folder);
      for (var i = paths.size() - 1; i >= 0; i--) {
        Files.delete(paths.get(i));
      }
    }
  }

  private static List<Path> walk(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.toList();
    }
  }
}
