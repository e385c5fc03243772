package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.engine.disk.AllocatingDisk;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.loop.SteppedLoop;
import io.weir.engine.page.LeafPage;
import io.weir.engine.page.PageStoreListener;
import io.weir.engine.page.extent.ChroniclePageStore;
import io.weir.engine.page.extent.PageStoreOptions;
import io.weir.engine.tree.ByteRange;
import io.weir.engine.tree.LeafWalk;
import io.weir.engine.tree.TreeCheck;
import io.weir.engine.tree.VersionedTree;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A shard whose page files cannot grow refuses writes that need room and still removes entities.
 */
final class FullDiskTest implements PageStoreListener {

  private static final int TABLE = 7;

  @TempDir
  Path folder;

  private final SteppedLoop loop = new SteppedLoop();
  private final ScriptedLog log = new ScriptedLog();
  private @Nullable Shard shard;
  private ChroniclePageStore pages;
  private VersionedTree tree;
  private int stored;

  private static final long DISK_BYTES = 2 << 20;

  private final AllocatingDisk disk = new AllocatingDisk();

  /** Fills a disk that reports free space but refuses to allocate blocks. */
  @BeforeEach
  void fill() throws IOException {
    disk.leave(DISK_BYTES);
    var options = new PageStoreOptions(folder, 8184, 256, 256, 0).withSpace(disk);
    pages = ChroniclePageStore.open(options, Runnable::run, this, () -> true);
    tree = new VersionedTree(pages, () -> true);
    shard =
        new Shard(0, loop, tree, log, Clock.systemUTC(), 0, table -> true, ShardOptions.DEFAULT);
    while (store(stored).failure == null) {
      stored++;
    }
  }

  @AfterEach
  void close() {
    pages.close();
  }

  @Override
  public void roomGrew() {
    shard.roomGrew();
  }

  @Override
  public void failed(IOException cause) {
    shard.growthFailed(cause);
  }

  @Test
  void writesThatStoreAreRefusedAndReadsContinue() {
    assertThat(stored).isGreaterThan(50);
    assertThat(store(stored).failure)
        .isInstanceOf(ServiceBusyException.class)
        .hasMessageContaining("noSpace");

    assertThat(isVisible(0) && isVisible(stored - 1)).isTrue();
    TreeCheck.verify(tree);
  }

  @Test
  void deletingEntitiesMakesRoomWhileOtherWritesAreRefused() {
    for (var row = 0; row < stored; row++) {
      assertThat(store(stored).failure).isNotNull();
      var deleted = answer(new Write.Delete(key(row), IfMatch.ANY));
      assertThat(deleted.failure).isNull();
    }
    loop.runTimers();

    assertThat(store(stored).failure).isNull();
    TreeCheck.verify(tree);
  }

  @Test
  void removingARangeMakesRoom() {
    var removed = new Answer();
    var everything = new ByteRange(TreeKeys.startOfTable(TABLE), TreeKeys.endOfTable(TABLE));
    assertThat(shard.offer(new RangeRemovalCommand(TABLE, List.of(everything), removed)))
        .isTrue();
    settle();
    assertThat(removed.failure).isNull();
    loop.runTimers();

    for (var again = 0; again < stored; again++) {
      assertThat(store(again).failure).isNull();
    }
    TreeCheck.verify(tree);
  }

  @Test
  void theOutageOfAShardWithoutRoomEndsWhenThereIsRoom() {
    assertThat(shard.writeOutage().reason()).isEqualTo("noSpace");
    assertThat(shard.writeOutage().lasting()).isFalse();
    loop.runTimers();
    assertThat(shard.writeOutage()).as("while the disk is full").isNotNull();

    disk.leave(Long.MAX_VALUE);
    loop.runTimers();

    assertThat(shard.writeOutage()).as("without any write").isNull();
    assertThat(store(stored).failure).isNull();
  }

  @Test
  void removalsInATurnWithoutRoomAreCarriedOut() {
    disk.leave(Long.MAX_VALUE);
    loop.runTimers();
    disk.leave(0);
    var answers = new ArrayList<Answer>();
    for (var row = 0; row < 40; row++) {
      answers.add(offer(new Write.Delete(key(row), IfMatch.ANY)));
      answers.add(offer(insert(stored + row)));
    }

    settle();

    for (var i = 0; i < answers.size(); i += 2) {
      assertThat(answers.get(i).outcomes).as("removal %d", i / 2).isEqualTo(1);
      assertThat(answers.get(i).failure).as("removal %d", i / 2).isNull();
      assertThat(answers.get(i + 1).outcomes).as("insert %d", i / 2).isEqualTo(1);
    }
    TreeCheck.verify(tree);
  }

  @Test
  void everyPageLiesInAllocatedBlocks() {
    var row = new AtomicInteger();
    var unused = LeafWalk.from(tree.current(), new byte[0], (fence, id, address) -> {
      var end = pages.fileOffset(id, LeafPage.lengthBytes(address)) + LeafPage.lengthBytes(address);
      assertThat(disk.allocatedTo(folder.resolve("leaf-0.pages"))).isGreaterThanOrEqualTo(end);
      return row.incrementAndGet() > 0;
    });
    assertThat(row.get()).isGreaterThan(40);
  }

  private Answer store(int row) {
    return answer(insert(row));
  }

  private static Write insert(int row) {
    var key = key(row);
    return new Write.Insert(Entity.builder(key.partitionKey(), key.rowKey())
        .set("A", new byte[6000])
        .build());
  }

  private static EntityKey key(int row) {
    return new EntityKey("p", "%06d".formatted(row));
  }

  private Answer answer(Write write) {
    var answer = offer(write);
    settle();
    return answer;
  }

  private Answer offer(Write write) {
    var answer = new Answer();
    var key = TreeKeys.of(TABLE, write.key().encoded());
    var command = new WriteCommand(TABLE, List.of(write), List.of(key), 8000, answer);
    assertThat(shard.offer(command)).isTrue();
    return answer;
  }

  private void settle() {
    loop.run();
    while (log.waiting() > 0) {
      log.makeFirstDurable();
      loop.run();
    }
  }

  private boolean isVisible(int row) {
    try (var pin = tree.pin()) {
      return pin.tree().find(TreeKeys.of(TABLE, key(row).encoded())) != null;
    }
  }

  private static final class Answer implements CommandReply {

    private @Nullable TableServiceException failure;
    private int outcomes;

    @Override
    public void done(long timestampTicks) {
      outcomes++;
    }

    @Override
    public void failed(TableServiceException cause) {
      outcomes++;
      failure = cause;
    }
  }
}
