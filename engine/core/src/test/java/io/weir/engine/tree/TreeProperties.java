package io.weir.engine.tree;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.engine.page.PoisonPageStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/**
 * Random groups of writes and range removals against a sorted map; checks all invariants after
 * each.
 */
class TreeProperties {

  /** The distributions of keys and values. */
  enum Keys {
    /** A few short keys over a few letters: many are prefixes of each other. */
    PREFIXES {
      @Override
      byte[] key(Random random) {
        byte[] key = new byte[1 + random.nextInt(6)];
        for (int i = 0; i < key.length; i++) {
          key[i] = (byte) new int[] {0, 1, 0x7F, 0x80, 0xFF}[random.nextInt(5)];
        }
        return key;
      }
    },
    /** Keys as tables have them: table, partition, zero, row. */
    ROWS {
      @Override
      byte[] key(Random random) {
        return ("0000partition-" + random.nextInt(5) + "\0row-" + random.nextInt(400))
            .getBytes(UTF_8);
      }
    },
    /**
     * Long keys that differ at the end, in the middle or at the start, up to the maximum length.
     */
    LONG {
      @Override
      byte[] key(Random random) {
        byte[] key = new byte[3000 + random.nextInt(78)];
        Arrays.fill(key, (byte) 'k');
        int differs = new int[] {0, 1500, 2990}[random.nextInt(3)];
        key[differs] = (byte) random.nextInt(256);
        key[2995] = (byte) random.nextInt(256);
        return key;
      }
    },
    /** Evenly distributed keys. */
    RANDOM {
      @Override
      byte[] key(Random random) {
        byte[] key = new byte[4 + random.nextInt(8)];
        random.nextBytes(key);
        return key;
      }
    };

    abstract byte[] key(Random random);
  }

  enum Values {
    TINY {
      @Override
      int length(Random random, int pageBytes) {
        return random.nextInt(4);
      }
    },
    ENTITIES {
      @Override
      int length(Random random, int pageBytes) {
        return 20 + random.nextInt(60);
      }
    },
    MIXED {
      @Override
      int length(Random random, int pageBytes) {
        return random.nextInt(20) == 0 ? random.nextInt(3000) : random.nextInt(100);
      }
    },
    /**
     * About a third, a half, two thirds or the whole of a page, with small entries between them.
     */
    NEAR_PAGE {
      @Override
      int length(Random random, int pageBytes) {
        int sixths = new int[] {0, 2, 3, 4, 6}[random.nextInt(5)];
        return Math.max(0, pageBytes * sixths / 6 - random.nextInt(50));
      }
    };

    abstract int length(Random random, int pageBytes);
  }

  record Run(long seed, Keys keys, Values values, int pageBytes, int fanout, int groups) {}

  @Provide
  Arbitrary<Run> runs() {
    return Combinators.combine(
            Arbitraries.longs(),
            Arbitraries.of(Keys.class),
            Arbitraries.of(Values.class),
            Arbitraries.of(256, 512, 1024, 8184),
            Arbitraries.of(4, 5, 8),
            Arbitraries.integers().between(5, 40))
        .as(Run::new);
  }

  @Property(tries = 120, shrinking = ShrinkingMode.BOUNDED)
  void behavesAsASortedMap(@ForAll("runs") Run run) {
    try (var store = new PoisonPageStore(run.pageBytes())) {
      var tree = new VersionedTree(store, new TreeShape(run.pageBytes(), run.fanout()), () -> true);
      NavigableMap<byte[], byte[]> model = KeyModel.empty();
      var random = new Random(run.seed());
      for (int i = 0; i < run.groups(); i++) {
        step(run, tree, model, random);
        tree.reclaim(Integer.MAX_VALUE);
        TreeCheck.verify(tree);
        KeyModel.verify(tree.published(), model);
        for (int seek = 0; seek < 10; seek++) {
          KeyModel.verifySeeks(tree.published(), model, run.keys().key(random));
        }
      }
      removeAll(tree);
      KeyModel.check(store.stats().pages() == 0, "an empty tree has pages");
    }
  }

  private static void step(
      Run run, VersionedTree tree, NavigableMap<byte[], byte[]> model, Random random) {
    int kind = random.nextInt(10);
    if (kind == 0 && !model.isEmpty()) {
      byte[] from = run.keys().key(random);
      byte[] to = run.keys().key(random);
      removeRanges(tree, model, from, to, run.keys().key(random), run.keys().key(random));
      return;
    }
    var group = new WriteGroup();
    int size = random.nextInt(3) == 0 ? 1 : random.nextInt(120);
    int removals = random.nextInt(11);
    for (int i = 0; i < size; i++) {
      byte[] key = kind == 1 ? anyOf(model, random, run) : run.keys().key(random);
      if (random.nextInt(10) < removals) {
        group.remove(key);
        model.remove(key);
      } else {
        byte[] value = value(run.values().length(random, run.pageBytes()), random);
        group.put(key, value);
        model.put(key, value);
      }
    }
    tree.publish(tree.commit(group));
  }

  private static byte[] anyOf(NavigableMap<byte[], byte[]> model, Random random, Run run) {
    byte[] near = model.ceilingKey(run.keys().key(random));
    return near == null ? run.keys().key(random) : near;
  }

  private static byte[] value(int length, Random random) {
    byte[] value = new byte[length];
    random.nextBytes(value);
    return value;
  }

  private static void removeRanges(
      VersionedTree tree, NavigableMap<byte[], byte[]> model, byte[]... ends) {
    List<ByteRange> ranges = new ArrayList<>();
    for (int i = 0; i < ends.length; i += 2) {
      ranges.add(new ByteRange(ends[i], ends[i + 1]));
      if (Arrays.compareUnsigned(ends[i], ends[i + 1]) < 0) {
        model.subMap(ends[i], ends[i + 1]).clear();
      }
    }
    tree.publish(tree.removeRanges(ranges));
    TreeCheck.verify(tree);
  }

  private static void removeAll(VersionedTree tree) {
    byte[] all = new byte[3100];
    Arrays.fill(all, (byte) 0xFF);
    tree.publish(tree.removeRanges(List.of(new ByteRange(new byte[] {0}, all))));
    do {
      TreeCheck.verify(tree);
    } while (tree.reclaim(7) == 7);
    TreeCheck.verify(tree);
  }
}
