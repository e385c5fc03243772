package io.weir.engine.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterTry;

/** Pages hold all entries of their plan, whatever the entries' origin, and find them. */
class LeafPageProperties {

  private final PoisonPageStore store = new PoisonPageStore(8184);

  @AfterTry
  void close() {
    store.close();
  }

  @Property(tries = 300)
  void writtenEntriesAreStoredAndFound(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 60) int count,
      @ForAll @IntRange(min = 0, max = 40) int prefix) {
    NavigableMap<byte[], byte[]> entries = entries(new Random(seed), count, prefix);

    PageHandle page = write(entries);

    verify(page, entries);
  }

  @Property(tries = 300)
  void entriesMoveBetweenPagesWithOtherPrefixes(
      @ForAll long seed,
      @ForAll @IntRange(min = 2, max = 60) int count,
      @ForAll @IntRange(min = 0, max = 40) int prefix) {
    var random = new Random(seed);
    NavigableMap<byte[], byte[]> entries = entries(random, count, prefix);
    var plan = new LeafPlan();
    List<byte[]> keys = new ArrayList<>(entries.keySet());
    for (int from = 0; from < keys.size(); ) {
      int to = from + 1 + random.nextInt(keys.size() - from);
      NavigableMap<byte[], byte[]> part =
          entries.subMap(keys.get(from), true, keys.get(to - 1), true);
      if (part.size() == 1 && random.nextBoolean()) {
        plan.addReplacement(part.firstKey(), part.get(part.firstKey()));
      } else {
        plan.addPage(write(part).address());
      }
      from = to;
    }

    PageHandle page = plan.write(store, 0, plan.count());

    verify(page, entries);
    assertThat(LeafPage.lengthBytes(page.address())).isEqualTo((int) plan.lengthBytes());
  }

  @Property(tries = 200)
  void partsOfAPlanHaveThePredictedLength(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 40) int count) {
    var random = new Random(seed);
    NavigableMap<byte[], byte[]> entries = entries(random, count, random.nextInt(30));
    var plan = new LeafPlan();
    entries.forEach(plan::addReplacement);
    int from = random.nextInt(plan.count());
    int to = from + 1 + random.nextInt(plan.count() - from);

    PageHandle page = plan.write(store, from, to);

    assertThat(LeafPage.lengthBytes(page.address())).isEqualTo((int) plan.lengthBytes(from, to));
    List<byte[]> keys = new ArrayList<>(entries.keySet());
    verify(page, entries.subMap(keys.get(from), true, keys.get(to - 1), true));
  }

  private PageHandle write(NavigableMap<byte[], byte[]> entries) {
    var plan = new LeafPlan();
    entries.forEach(plan::addReplacement);
    return plan.write(store, 0, plan.count());
  }

  /**
   * Keys that share a prefix and then differ in few letters, so that some are prefixes of others.
   */
  private static NavigableMap<byte[], byte[]> entries(Random random, int count, int prefix) {
    var entries = new TreeMap<byte[], byte[]>(Arrays::compareUnsigned);
    for (int i = 0; i < count; i++) {
      byte[] key = new byte[prefix + 1 + random.nextInt(12)];
      for (int at = prefix; at < key.length; at++) {
        key[at] = (byte) (random.nextInt(4) - 2);
      }
      byte[] value = new byte[random.nextInt(50)];
      random.nextBytes(value);
      entries.put(key, value);
    }
    return entries;
  }

  private static void verify(PageHandle page, NavigableMap<byte[], byte[]> entries) {
    long at = page.address();
    assertThat(LeafPage.count(at)).isEqualTo(entries.size());
    List<byte[]> keys = new ArrayList<>(entries.keySet());
    for (int i = 0; i < keys.size(); i++) {
      byte[] key = keys.get(i);
      assertThat(LeafPage.key(at, i)).isEqualTo(key);
      assertThat(LeafPage.value(at, i)).isEqualTo(entries.get(key));
      assertThat(LeafPage.compareKey(at, i, key, key.length)).isZero();
      assertThat(LeafPage.entryBytes(at, i)).isEqualTo(key.length + entries.get(key).length);
      verifyFind(at, keys, key);
      verifyFind(at, keys, Arrays.copyOf(key, key.length + 1));
      verifyFind(at, keys, Arrays.copyOf(key, key.length - 1));
      byte[] other = key.clone();
      other[key.length / 2]++;
      verifyFind(at, keys, other);
    }
  }

  private static void verifyFind(long page, List<byte[]> keys, byte[] key) {
    int expected = 0;
    while (expected < keys.size() && Arrays.compareUnsigned(keys.get(expected), key) < 0) {
      expected++;
    }
    boolean there = expected < keys.size() && Arrays.equals(keys.get(expected), key);
    assertThat(LeafPage.find(page, key, key.length)).isEqualTo(there ? expected : -(expected + 1));
    if (expected < keys.size()) {
      assertThat(Integer.signum(LeafPage.compareKey(page, expected, key, key.length)))
          .isEqualTo(Integer.signum(Arrays.compareUnsigned(keys.get(expected), key)));
    }
  }
}
