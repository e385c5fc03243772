package io.weir.engine.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.page.PageStoreListener;
import io.weir.engine.page.extent.ChroniclePageStore;
import io.weir.engine.page.extent.PageStoreOptions;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * All entries are overwritten repeatedly: files reach a size and keep it. The stores are large
 * enough that the 64 pages which are reserved for removals, 512 KiB, are a small part of them.
 */
@Tag(Effort.THOROUGHLY)
final class SteadyOverwritesTest implements PageStoreListener {

  private static final int ROUNDS = 40;
  private static final long SEED = 7;

  @TempDir
  Path directory;

  private final Random random = new Random(SEED);

  @Override
  public void roomGrew() {}

  @Override
  public void failed(IOException cause) {
    throw new AssertionError(cause);
  }

  /** The disk space and file length after each round, per byte of keys and values. */
  private record Sizes(double disk, long files) {}

  private List<Sizes> overwrite(int entries, int groupSize, ToIntFunction<Random> valueLength)
      throws IOException {
    var sizes = new ArrayList<Sizes>();
    var options = new PageStoreOptions(directory, 8184, 512, 4096, 0);
    try (var store = ChroniclePageStore.open(options, Runnable::run, this, () -> true)) {
      VersionedTree tree = TreeFixture.over(store);
      List<Integer> order = new ArrayList<>();
      for (int i = 0; i < entries; i++) {
        order.add(i);
      }
      for (int round = 0; round < ROUNDS; round++) {
        Collections.shuffle(order, random);
        long bytes = 0;
        for (int start = 0; start < entries; start += groupSize) {
          bytes +=
              write(tree, order.subList(start, Math.min(entries, start + groupSize)), valueLength);
        }
        sizes.add(new Sizes((double) store.stats().diskBytes() / bytes, fileBytes()));
      }
      TreeCheck.verify(tree);
    }
    return sizes;
  }

  private long write(VersionedTree tree, List<Integer> rows, ToIntFunction<Random> valueLength) {
    var group = new WriteGroup();
    for (int row : rows) {
      int length = valueLength.applyAsInt(random);
      group.put(TreeFixture.key(row), TreeFixture.value(length, row));
    }
    while (!tree.hasRoomFor(group)) {
      assertThat(tree.isPinned()).isFalse(); // files grow within the call
    }
    long bytes = group.bytes();
    tree.publish(tree.commit(group));
    tree.reclaim(Integer.MAX_VALUE);
    return bytes;
  }

  private long fileBytes() throws IOException {
    long bytes = 0;
    try (var files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }

  @Test
  void smallEntitiesTakeLessThanOneAndAHalfTimesTheirSize() throws IOException {
    List<Sizes> sizes = overwrite(40_000, 10, random -> 80 + random.nextInt(140));

    assertThat(sizes).as("seed=%s", SEED).allMatch(round -> round.disk() < 1.5);
    assertSteady(sizes);
  }

  @Test
  void entitiesOfAKilobyteTakeLessThanOneAndAHalfTimesTheirSize() throws IOException {
    List<Sizes> sizes = overwrite(4_000, 10, random -> 700 + random.nextInt(600));

    assertThat(sizes).as("seed=%s", SEED).allMatch(round -> round.disk() < 1.5);
    assertSteady(sizes);
  }

  @Test
  void largeEntitiesOfMixedSizesDoNotFragmentTheirFiles() throws IOException {
    int[] lengths = {9_000, 20_000, 40_000, 80_000, 250_000};
    var next = new AtomicInteger(); // as many bytes of each length in every round, with other keys
    List<Sizes> sizes =
        overwrite(20, 4, random -> lengths[next.getAndIncrement() % 5] - random.nextInt(4_000));

    assertSteady(sizes);
  }

  @Test
  void filesWithEntitiesOfAllSizesReachASizeAndKeepIt() throws IOException {
    var next = new AtomicInteger();
    List<Sizes> sizes = overwrite(96, 4, random -> {
      int i = next.getAndIncrement() % 96;
      return i % 8 == 0 ? 2_500 * (i + 1) : random.nextInt(9_000);
    });

    assertSteady(sizes);
  }

  /** Allows a twelfth more, because the map spreads pages over its segments randomly. */
  private static void assertSteady(List<Sizes> sizes) {
    long settled =
        sizes.subList(0, ROUNDS / 5).stream().mapToLong(Sizes::files).max().orElseThrow();
    assertThat(sizes)
        .as("bytes of files after round %d: %d, seed=%d", ROUNDS / 5, settled, SEED)
        .allMatch(round -> round.files() <= settled + settled / 12);
  }
}
