package io.weir.engine.archive;

import io.weir.api.entity.Entity;
import io.weir.engine.TestStore;
import io.weir.engine.archive.ArchiveProgress.Task;
import io.weir.engine.backup.CopyListener;
import io.weir.engine.backup.RestorePoint;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.ReadOnlyFolder;
import io.weir.engine.disk.SimulatedDisk;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.store.recovery.Retention;
import io.weir.testkit.Folders;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * A store whose archive is on a simulated disk. The test does the work of the archive's threads and
 * sets the clock.
 */
abstract class ArchivedStore {

  static final Instant START = Instant.parse("2026-01-02T12:00:00Z");

  @TempDir
  Path temporary;

  final Clock clock = ((InstantSource) () -> now()).withZone(ZoneOffset.UTC);

  /** What the store has had at each second: the length of each row's data. */
  final TreeMap<Instant, Map<String, Integer>> history = new TreeMap<>();

  TestStore store;
  SimulatedDisk disk = new SimulatedDisk(1);
  ArchiveProgress progress;
  LogShipping shipping;
  Bases bases;
  private volatile Duration passed = Duration.ZERO;
  private int copies;

  @BeforeEach
  final void open() throws IOException {
    store = TestStore.open(options("store"));
    store.create();
    passed = passed.plusSeconds(1);
    history.put(now(), Map.of());
    archive(disk.root(), options());
  }

  @AfterEach
  final void close() throws IOException {
    store.close();
  }

  ArchiveOptions options() {
    return new ArchiveOptions(
        Duration.ofSeconds(2), Duration.ofMinutes(10), Duration.ofDays(7), 100, 1L << 30);
  }

  /** Begins to archive into a folder, as a process does that has just started. */
  final void archive(Folder folder, ArchiveOptions options) {
    archive(() -> new ArchiveFolder(folder), options);
  }

  final void archive(LogShipping.Opening opening, ArchiveOptions options) {
    progress = new ArchiveProgress(options.every(), () -> passed.toNanos());
    shipping = new LogShipping(store.engine().store(), opening, options, clock, progress);
    bases = new Bases(store.engine().store(), options, clock, progress);
  }

  final Instant now() {
    return START.plus(passed);
  }

  final void pass(Duration time) {
    passed = passed.plus(time);
  }

  /** Writes a row one second later, durably. */
  final void write(String row, int bytes) {
    pass(Duration.ofSeconds(1));
    store.upsert(TestStore.entity("p" + row.length(), row, bytes));
    store.engine().store().files().awaitDurable();
    var rows = new TreeMap<>(history.lastEntry().getValue());
    rows.put(row, bytes);
    history.put(now(), Map.copyOf(rows));
  }

  /** Does what the threads of the archive do in a round. */
  final void round() {
    attempt(Task.LOG, shipping::round);
    attempt(Task.BASE, bases::round);
  }

  private interface Attempt {
    void run() throws IOException;
  }

  private void attempt(Task task, Attempt attempt) {
    try {
      attempt.run();
    } catch (IOException | RuntimeException e) {
      progress.failed(task, e);
    }
  }

  final ArchiveStatus status() {
    return progress.status(store.engine().store().log().durablePosition());
  }

  /** Ships the log and a base, whether it is due or not. */
  final void base() throws IOException {
    shipping.round();
    pass(options().baseEvery());
    bases.round();
    shipping.round();
  }

  final Map<String, Integer> at(Instant time) {
    return history.floorEntry(time).getValue();
  }

  final Map<String, Integer> last() {
    return history.lastEntry().getValue();
  }

  final Map<String, Integer> restored() throws IOException {
    return restored(new RestorePoint.End());
  }

  final Map<String, Integer> restored(Instant time) throws IOException {
    return restored(new RestorePoint.Time(time));
  }

  final Map<String, Integer> restoredFrom(Path archive) throws IOException {
    return restored(FolderOnDisk.in(archive), new RestorePoint.End());
  }

  private Map<String, Integer> restored(RestorePoint point) throws IOException {
    return restored(disk.root(), point);
  }

  final Map<String, Integer> restored(Folder archive, RestorePoint point) throws IOException {
    var name = "copy" + ++copies;
    ArchiveRestore.run(
        new ReadOnlyFolder(archive), temporary.resolve(name), point, CopyListener.NOBODY);
    try (var copy = TestStore.open(options(name))) {
      return rows(copy.all());
    } finally {
      Folders.delete(temporary.resolve(name));
    }
  }

  final List<Restorable> restorable() throws IOException {
    return Restorable.allIn(new ReadOnlyFolder(disk.root()));
  }

  final List<Piece> pieces() throws IOException {
    return new ArchiveFolder(new ReadOnlyFolder(disk.root())).pieces();
  }

  final List<ArchiveTarget.Base> bases() throws IOException {
    return new ArchiveFolder(new ReadOnlyFolder(disk.root())).bases();
  }

  private static Map<String, Integer> rows(List<Entity> entities) {
    return entities.stream()
        .collect(Collectors.toMap(
            Entity::rowKey, entity -> entity.getBinary("Data").orElseThrow().length()));
  }

  final StoreOptions options(String name) {
    return StoreOptions.in(temporary.resolve(name))
        .withPartitionGroups(2)
        .withRetention(Retention.NONE)
        .withSegmentBytes(64 << 10)
        .withCheckpointLogBytes(1 << 30)
        .withClock(clock);
  }
}
