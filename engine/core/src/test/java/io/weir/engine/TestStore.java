package io.weir.engine;

import io.weir.api.AccountName;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.checkpoint.CheckpointEntries;
import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.checkpoint.ShardEntries;
import io.weir.engine.checkpoint.SnapshotSource;
import io.weir.engine.checkpoint.Snapshots;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.store.Store;
import io.weir.engine.store.StoreEnvironment;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.tree.TreeCheck;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import reactor.core.publisher.Mono;

/**
 * An engine on its own loops that a test can fill, close and open again. Waits for every reply, 30
 * seconds at most.
 */
public final class TestStore implements AutoCloseable {

  public static final TableName TABLE = new TableName("Strikes");
  public static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Holds the largest joint commit. */
  private static final int SEGMENT_BYTES = 16 << 20;

  private final EmbeddedLoops loops = EmbeddedLoops.start(2);
  private final StoreOptions options;
  private Engine engine;

  private TestStore(StoreOptions options, StoreEnvironment environment) throws IOException {
    this.options = options;
    this.engine = Engine.over(Store.open(options, loops.loops(), environment));
  }

  public static TestStore open(StoreOptions options) throws IOException {
    return open(options, StoreEnvironment.SYSTEM);
  }

  public static TestStore open(StoreOptions options, StoreEnvironment environment)
      throws IOException {
    return new TestStore(withSmallLog(options), environment);
  }

  /** A segment of the log is written, forced and read as a whole, however little it holds. */
  private static StoreOptions withSmallLog(StoreOptions options) {
    var usual = StoreOptions.in(options.folder()).segmentBytes();
    return options.segmentBytes() == usual ? options.withSegmentBytes(SEGMENT_BYTES) : options;
  }

  public Engine engine() {
    return engine;
  }

  public TableService tables() {
    return engine.account(AccountName.DEVELOPMENT);
  }

  /** Closes the store in good order and opens it again with changed options. */
  public void restart(UnaryOperator<StoreOptions> changed) throws IOException {
    engine.close();
    engine = Engine.open(changed.apply(options), loops.loops());
  }

  /** Closes the store and opens it again without its checkpoint, from its snapshot and its log. */
  public void rebuild(UnaryOperator<StoreOptions> changed) throws IOException {
    engine.close();
    CheckpointManifest.remove(FolderOnDisk.in(options.folder()));
    engine = Engine.open(changed.apply(options), loops.loops());
  }

  /**
   * Writes a checkpoint, and a snapshot beside it, as a version without checkpoints of pages or a
   * restore would have left. The next process does not use it.
   */
  public void snapshot() throws IOException {
    var store = engine.store();
    store.checkpoint();
    var files = FolderOnDisk.in(options.folder());
    var kept = CheckpointManifest.read(files).orElseThrow();
    var shards = new ArrayList<ShardEntries>();
    for (var shard = 0; shard < kept.shards().size(); shard++) {
      shards.add(new CheckpointEntries(
          files, options.folder(), kept.storeId(), shard, kept.shards().get(shard)));
    }
    new Snapshots(files, kept.storeId())
        .write(
            kept.logPosition(),
            kept.highestTicks(),
            SnapshotSource.of(shards, kept.seenPosition(), bytes -> {}));
  }

  public void rebuild() throws IOException {
    rebuild(UnaryOperator.identity());
  }

  public void restart() throws IOException {
    restart(UnaryOperator.identity());
  }

  /** Declares an index of the table. */
  public void declare(IndexDefinition definition) {
    tables().createIndex(TABLE, definition).block(PATIENCE);
  }

  /** Waits until all indexes of the table are readable. */
  public void awaitIndexes() {
    Mono.defer(() -> tables().indexes(TABLE))
        .filter(all -> all.stream().allMatch(each -> each.state() == IndexState.READABLE))
        .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(10)))
        .block(PATIENCE);
  }

  public void create() {
    tables().createTable(TABLE).block(PATIENCE);
  }

  public void drop() {
    tables().deleteTable(TABLE).block(PATIENCE);
  }

  public void upsert(Entity entity) {
    tables().write(TABLE, new Write.Upsert(entity, WriteMode.REPLACE)).block(PATIENCE);
  }

  /**
   * Upserts {@code count} entities of about {@code bytes} bytes in one partition, 100 at a time.
   */
  public void fill(String partition, int count, int bytes) {
    IntStream.range(0, (count + 99) / 100)
        .mapToObj(batch -> batch(partition, batch * 100, Math.min(count, batch * 100 + 100), bytes))
        .forEach(batch -> tables().submit(TABLE, batch).block(PATIENCE));
  }

  public List<Entity> all() {
    return tables().query(TABLE, Query.ALL).collectList().block(PATIENCE);
  }

  public List<String> rowKeys() {
    return all().stream().map(Entity::rowKey).toList();
  }

  public static Entity entity(String partition, String row, int bytes) {
    return Entity.builder(partition, row).set("Data", new byte[bytes]).build();
  }

  /** Returns the number of pages in use in all shards. */
  public long pages() {
    return IntStream.range(0, engine.store().shards().size())
        .mapToLong(shard -> engine.store().pages(shard).pages())
        .sum();
  }

  @Override
  public void close() throws IOException {
    engine.close();
    loops.close();
  }

  private static Batch batch(String partition, int from, int to, int bytes) {
    return new Batch(IntStream.range(from, to)
        .mapToObj(row -> (Write) new Write.Upsert(
            entity(partition, String.format("%08d", row), bytes), WriteMode.REPLACE))
        .toList());
  }

  /**
   * Verifies the invariants of every tree, each on its shard's loop. The wait is not
   * {@link CompletableFuture#orTimeout}: that makes the completing loop take the lock of the JDK's
   * timer.
   */
  public static void verifyTrees(Engine engine) {
    for (var shard : engine.store().shards()) {
      var checked = new CompletableFuture<TreeCheck.Census>();
      shard.execute(() -> {
        try {
          checked.complete(TreeCheck.verify(shard.tree()));
        } catch (RuntimeException | Error e) {
          checked.completeExceptionally(e);
        }
      });
      Mono.fromFuture(checked).block(PATIENCE);
    }
  }
}
