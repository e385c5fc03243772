package io.weir.engine.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.page.PoisonPageStore;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * Readers on several threads while the writer commits, publishes, rolls back and frees pages.
 *
 * <p>Each value contains its key and the round in which it was written. Each round writes all keys
 * of one block, so within a version all values of a block are of one round. Freed pages are
 * poisoned, so a reader that comes too late reads wrong values.
 */
final class ConcurrentReadsTest {

  private static final int BLOCKS = 60;
  private static final int BLOCK = 12;
  private static final int ROUNDS = 6_000;

  private final PoisonPageStore store = new PoisonPageStore(512);
  private final VersionedTree tree = new VersionedTree(store, new TreeShape(512, 8), () -> true);
  private final AtomicBoolean done = new AtomicBoolean();

  @Test
  void readersSeeWholeVersionsAndNoFreedPage() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      for (int block = 0; block < BLOCKS; block++) {
        tree.publish(tree.commit(round(block, 0)));
      }
      List<Future<Long>> readers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        long seed = i;
        readers.add(threads.submit(() -> read(new Random(seed))));
      }
      write(new Random(77));
      done.set(true);
      for (Future<Long> reader : readers) {
        assertThat(reader.get()).isPositive();
      }
    } finally {
      threads.shutdownNow();
      tree.reclaim(Integer.MAX_VALUE);
      TreeCheck.verify(tree);
      store.close();
    }
  }

  private static WriteGroup round(int block, int round) {
    var group = new WriteGroup();
    for (int i = 0; i < BLOCK; i++) {
      int number = block * BLOCK + i;
      group.put(TreeFixture.key(number), value(number, round));
    }
    return group;
  }

  /**
   * The key's number and the round, then the number's last byte repeated; longer in some rounds.
   */
  private static byte[] value(int number, int round) {
    byte[] value = TreeFixture.value(16 + Math.floorMod(round, 30), number);
    ByteBuffer.wrap(value).putInt(number).putInt(round);
    return value;
  }

  private void write(Random random) {
    for (int round = 1; round <= ROUNDS; round++) {
      int block = random.nextInt(BLOCKS);
      if (round % 10 == 0) {
        long published = tree.published().version();
        tree.commit(round(block, -round));
        tree.rollbackTo(published);
      }
      tree.publish(tree.commit(round(block, round)));
      tree.reclaim(random.nextInt(20));
    }
  }

  private long read(Random random) {
    var cursor = new Cursor();
    long reads = 0;
    long version = 0;
    while (!done.get()) {
      try (Pin pin = tree.pin()) {
        KeyModel.check(pin.tree().version() >= version, "time goes backwards");
        version = pin.tree().version();
        int block = random.nextInt(BLOCKS);
        reads += random.nextBoolean()
            ? readForwards(cursor.open(pin.tree()), block)
            : readEach(pin.tree(), block);
      }
    }
    return reads;
  }

  private static int readForwards(Cursor cursor, int block) {
    boolean at = cursor.seek(TreeFixture.key((long) block * BLOCK));
    int round = -1;
    for (int i = 0; i < BLOCK; i++) {
      KeyModel.check(at, "an entry is missing");
      int found = verify(cursor.value(), block * BLOCK + i);
      KeyModel.check(i == 0 || found == round, "a block is of two rounds");
      round = found;
      at = cursor.next();
    }
    return BLOCK;
  }

  private static int readEach(Tree tree, int block) {
    int round = -1;
    for (int i = 0; i < BLOCK; i++) {
      byte[] value = tree.find(TreeFixture.key((long) block * BLOCK + i));
      KeyModel.check(value != null, "an entry is missing");
      int found = verify(value, block * BLOCK + i);
      KeyModel.check(i == 0 || found == round, "a block is of two rounds");
      round = found;
    }
    return BLOCK;
  }

  private static int verify(byte[] value, int number) {
    var bytes = ByteBuffer.wrap(value);
    KeyModel.check(bytes.getInt() == number, "the value is another key's");
    int round = bytes.getInt();
    KeyModel.check(round >= 0, "a round that was rolled back is seen");
    while (bytes.hasRemaining()) {
      KeyModel.check(bytes.get() == (byte) number, "the value is damaged");
    }
    return round;
  }
}
