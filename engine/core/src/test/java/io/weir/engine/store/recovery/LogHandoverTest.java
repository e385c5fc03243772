package io.weir.engine.store.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.index.PartitionGroups;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.page.PageHandle;
import io.weir.engine.page.PageStore;
import io.weir.engine.page.PageStoreStats;
import io.weir.engine.page.PoisonPageStore;
import io.weir.engine.record.Change;
import io.weir.engine.record.LogRecord;
import io.weir.engine.tree.VersionedTree;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A replay writes each leaf once for all records that wait together, and bounds what waits. */
final class LogHandoverTest {

  private static final int TABLE = 7;
  private static final int ENTITIES = 4_000;
  private static final int SHARDS = 3;
  private static final long BUDGET = 1 << 20;

  private final List<CountingPages> pages =
      IntStream.range(0, SHARDS).mapToObj(shard -> new CountingPages()).toList();
  private final List<VersionedTree> trees =
      pages.stream().map(store -> new VersionedTree(store, () -> true)).toList();
  private final List<ShardRecovery> shards = trees.stream()
      .map(tree -> ShardRecovery.inBatches(tree, RecoveryListener.NOBODY))
      .toList();
  private final ArrayDeque<Runnable> work = new ArrayDeque<>();
  private final LogHandover handover = new LogHandover(shards, work::add, this::runOne, BUDGET);
  private long position;

  /** The bytes of the records that were shown. */
  private long shown;

  private long mostUnapplied;

  @AfterEach
  void close() {
    pages.forEach(CountingPages::close);
  }

  @Test
  void theLastWriteOfAKeyCountsAcrossBatches() {
    for (var round = 0; round < 4; round++) {
      for (var number : shuffled(round)) {
        show(put(number, round, 400));
      }
    }
    for (var number = 0; number < ENTITIES; number += 7) {
      show(remove(number));
    }
    show(put(14, 9, 10));
    handover.finish();

    for (var number = 0; number < ENTITIES; number++) {
      var value = valueOf(number);
      if (number == 14) {
        assertThat(value).hasSize(10).startsWith(9);
      } else if (number % 7 == 0) {
        assertThat(value).isNull();
      } else {
        assertThat(value).hasSize(400).startsWith(3);
      }
    }
  }

  @Test
  void aLeafIsWrittenOnceForAllRecordsThatWaitTogether() {
    shuffled(1).forEach(number -> show(put(number, 0, 80)));
    handover.finish();
    var leaves = pages.stream().mapToLong(store -> store.stats().pages()).sum();
    var before = written();

    var again = new LogHandover(shards, work::add, this::runOne, BUDGET);
    shuffled(2)
        .forEach(number -> again.record(position, position, ByteBuffer.wrap(put(number, 1, 80))));
    again.finish();

    assertThat(written() - before).isBetween(leaves, leaves + leaves / 4);
  }

  @Test
  void theReaderWaitsWhenTheBudgetIsUsed() {
    for (var round = 0; round < 6; round++) {
      for (var number : shuffled(round)) {
        show(put(number, round, 400));
        mostUnapplied = Math.max(mostUnapplied, handover.unappliedBytes());
      }
    }

    assertThat(shown).isGreaterThan(8 * BUDGET);
    assertThat(mostUnapplied).isBetween(BUDGET / 2, BUDGET);
    handover.finish();
    assertThat(handover.unappliedBytes()).isZero();
  }

  @Test
  void aRecordThatIsLongerThanTheBudgetIsApplied() {
    var small = new LogHandover(shards, work::add, this::runOne, 100);
    small.record(0, 0, ByteBuffer.wrap(put(1, 5, 50_000)));
    small.record(0, 0, ByteBuffer.wrap(put(1, 6, 50_000)));
    small.finish();

    assertThat(valueOf(1)).hasSize(50_000).startsWith(6);
  }

  @Test
  void nothingIsAppliedAfterTheReaderHasGivenUp() {
    shuffled(1).forEach(number -> show(put(number, 0, 400)));
    assertThat(work).isNotEmpty();
    var before = written();

    handover.abandon();

    assertThat(work).isEmpty();
    assertThat(written()).isEqualTo(before);
  }

  private void show(byte[] record) {
    shown += record.length;
    handover.record(position, position, ByteBuffer.wrap(record));
    position += record.length;
  }

  private void runOne() {
    var next = work.poll();
    if (next != null) {
      next.run();
    }
  }

  private long written() {
    return pages.stream().mapToLong(store -> store.written).sum();
  }

  private static List<Integer> shuffled(long seed) {
    var numbers = new ArrayList<>(IntStream.range(0, ENTITIES).boxed().toList());
    Collections.shuffle(numbers, new Random(seed));
    return numbers;
  }

  private static byte[] key(int number) {
    return TreeKeys.of(
        TABLE, String.format("p%02d\0r%06d", number % 16, number).getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] put(int number, int value, int length) {
    var stored = new byte[length];
    stored[0] = (byte) value;
    return LogRecord.encode(1, List.of(Change.put(key(number), stored)));
  }

  private static byte[] remove(int number) {
    return LogRecord.encode(1, List.of(Change.remove(key(number))));
  }

  private byte[] valueOf(int number) {
    var key = key(number);
    return trees.get(new PartitionGroups(SHARDS).ofTreeKey(key)).current().find(key);
  }

  /** Counts the pages that are written. */
  private static final class CountingPages implements PageStore {

    private final PoisonPageStore pages = new PoisonPageStore(4096);
    private long written;

    @Override
    public int pageBytes() {
      return pages.pageBytes();
    }

    @Override
    public boolean hasRoom(long leafPages, long largeBytes) {
      return pages.hasRoom(leafPages, largeBytes);
    }

    @Override
    public long freeLeafPages() {
      return pages.freeLeafPages();
    }

    @Override
    public PageHandle allocate(int lengthBytes) {
      written++;
      return pages.allocate(lengthBytes);
    }

    @Override
    public void free(long id, long address, int lengthBytes) {
      pages.free(id, address, lengthBytes);
    }

    @Override
    public PageStoreStats stats() {
      return pages.stats();
    }

    @Override
    public void close() {
      pages.close();
    }
  }
}
