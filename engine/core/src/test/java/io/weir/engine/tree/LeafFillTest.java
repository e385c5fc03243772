package io.weir.engine.tree;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** How full pages become for typical write orders of tables. */
final class LeafFillTest {

  private static final int ENTRIES = 6_000;

  /** Writes keys in an order, {@code groupSize} in a group, and returns how full pages are. */
  private static double fill(int groupSize, List<byte[]> keys) {
    try (var fixture = new TreeFixture(2048, 16)) {
      for (int i = 0; i < keys.size(); i++) {
        fixture.put(keys.get(i), TreeFixture.value(100, i));
        if (i % groupSize == groupSize - 1 || i == keys.size() - 1) {
          fixture.publish();
          fixture.tree.reclaim(Integer.MAX_VALUE);
        }
      }
      return fixture.fill();
    }
  }

  private static List<byte[]> keys(IntFunction<String> key) {
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < ENTRIES; i++) {
      keys.add(key.apply(i).getBytes(UTF_8));
    }
    return keys;
  }

  @Test
  void ascendingKeysFillPages() {
    List<byte[]> keys = keys(i -> String.format("row-%08d", i));

    assertThat(fill(1, keys)).isGreaterThan(0.93);
    assertThat(fill(100, keys)).isGreaterThan(0.93);
  }

  @Test
  void descendingKeysFillPages() {
    List<byte[]> keys = keys(i -> String.format("row-%08d", 99_999_999 - i));

    assertThat(fill(1, keys)).isGreaterThan(0.93);
    assertThat(fill(100, keys)).isGreaterThan(0.9);
  }

  @Test
  void manyPartitionsThatGrowAtTheirEndsFillPages() {
    List<byte[]> keys = keys(i -> String.format("partition-%02d row-%08d", i * 7 % 40, i));

    assertThat(fill(1, keys)).isGreaterThan(0.85);
  }

  @Test
  void manyPartitionsThatGrowAtTheirStartsFillPages() {
    List<byte[]> keys =
        keys(i -> String.format("partition-%02d row-%08d", i * 7 % 40, 99_999_999 - i));

    assertThat(fill(1, keys)).isGreaterThan(0.85);
  }

  @Test
  void keysInRandomOrderFillTwoThirdsOfAPage() {
    List<byte[]> keys = keys(i -> String.format("row-%08d", i));
    Collections.shuffle(keys, new Random(3));

    assertThat(fill(1, keys)).isGreaterThan(0.64);
    assertThat(fill(100, keys)).isGreaterThan(0.64);
  }

  @Test
  void pagesStayMoreThanHalfFullWhenMostEntriesAreRemoved() {
    try (var fixture = new TreeFixture(2048, 16)) {
      fixture.put(0, ENTRIES).publish();
      var random = new Random(5);

      for (int i = 0; i < ENTRIES; i++) {
        if (random.nextInt(10) < 9) {
          fixture.remove(i).publish();
        }
      }

      fixture.settle();
      assertThat(fixture.fill()).isGreaterThan(0.5);
    }
  }
}
