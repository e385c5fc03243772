package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.Write;
import io.weir.engine.index.Expiration;
import io.weir.engine.index.Expirations;
import io.weir.engine.index.LiveTables;
import io.weir.engine.index.TableIndex;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.loop.SteppedLoop;
import io.weir.engine.page.PageStoreListener;
import io.weir.engine.page.extent.ChroniclePageStore;
import io.weir.engine.page.extent.PageStoreOptions;
import io.weir.engine.tree.ByteRange;
import io.weir.engine.tree.VersionedTree;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A shard with its log and pages, stepped by hand on the test's thread. */
abstract class SteppedShard {

  static final int TABLE = 7;

  @TempDir
  Path folder;

  final SteppedLoop loop = new SteppedLoop();
  final ScriptedLog log = new ScriptedLog();
  ChroniclePageStore pages;
  VersionedTree tree;
  Shard shard;
  final Expirations expirations = new Expirations();
  boolean tableLives = true;
  List<TableIndex> indexes = List.of();

  private final LiveTables tables = new LiveTables() {
    @Override
    public boolean isLive(int id) {
      return tableLives;
    }

    @Override
    public List<TableIndex> indexesOf(int tableId) {
      return tableId == TABLE ? indexes : List.of();
    }

    @Override
    public @Nullable Expiration expirationOf(int tableId) {
      return expirations.of(tableId);
    }
  };

  @BeforeEach
  final void start() throws IOException {
    pages =
        ChroniclePageStore.open(PageStoreOptions.in(folder), Runnable::run, listener, () -> true);
    tree = new VersionedTree(pages, () -> true);
    var options = ShardOptions.DEFAULT.withMailbox(4, 4 * Command.OVERHEAD_BYTES + 4000);
    shard = new Shard(0, loop, tree, log, clock(), 0, tables, options);
  }

  @AfterEach
  final void stop() {
    pages.close();
  }

  final Answer send(Write write) {
    var answer = new Answer();
    assertThat(offer(write, answer)).isTrue();
    return answer;
  }

  final boolean offer(Write write, Answer answer) {
    return shard.offer(command(write, Command.OVERHEAD_BYTES, answer));
  }

  static WriteCommand command(Write write, int weightBytes, Answer answer) {
    return new WriteCommand(
        TABLE,
        List.of(write),
        List.of(TreeKeys.of(TABLE, write.key().encoded())),
        weightBytes,
        answer);
  }

  static Write insert(String row) {
    return new Write.Insert(Entity.builder("p", row).set("A", 1).build());
  }

  final boolean isVisible(String row) {
    try (var pin = tree.pin()) {
      return pin.tree().find(TreeKeys.of(TABLE, new EntityKey("p", row).encoded())) != null;
    }
  }

  final Answer remove(String fromRow, String toRow) {
    var answer = new Answer();
    var from = TreeKeys.of(TABLE, new EntityKey("p", fromRow).encoded());
    var to = TreeKeys.of(TABLE, new EntityKey("p", toRow).encoded());
    assertThat(
            shard.offer(new RangeRemovalCommand(TABLE, List.of(new ByteRange(from, to)), answer)))
        .isTrue();
    return answer;
  }

  private final PageStoreListener listener = new PageStoreListener() {
    @Override
    public void roomGrew() {
      shard.roomGrew();
    }

    @Override
    public void failed(IOException cause) {
      throw new AssertionError(cause);
    }
  };

  /** Returns the source of Timestamps. */
  Clock clock() {
    return Clock.systemUTC();
  }
}
