package io.weir.engine.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.page.PageStoreListener;
import io.weir.engine.page.extent.ChroniclePageStore;
import io.weir.engine.page.extent.PageStoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Entries up to the maximum length, in the production page store. */
final class LargeEntriesTest implements PageStoreListener {

  private static final int LONGEST_VALUE = 1_258_291;
  private static final int LONGEST_KEY = 3_077;

  @TempDir
  Path directory;

  @Override
  public void roomGrew() {}

  @Override
  public void failed(IOException cause) {
    throw new AssertionError(cause);
  }

  @Test
  void smallAndLargeEntriesLiveSideBySide() throws IOException {
    var options = new PageStoreOptions(directory, 8184, 64, 4096, 0);
    try (var store = ChroniclePageStore.open(options, Runnable::run, this, () -> true)) {
      VersionedTree tree = TreeFixture.over(store);
      NavigableMap<byte[], byte[]> model = KeyModel.empty();
      var random = new Random(11);

      for (int round = 0; round < 60; round++) {
        var group = new WriteGroup();
        for (int i = 0; i < 20; i++) {
          write(group, model, random);
        }
        boolean roomAtOnce = tree.hasRoomFor(group);
        assertThat(roomAtOnce || tree.hasRoomFor(group)).isTrue();
        tree.publish(tree.commit(group));
        tree.reclaim(Integer.MAX_VALUE);
        TreeCheck.verify(tree);
      }

      KeyModel.verify(tree.published(), model);
      assertThat(store.stats().extents()).isGreaterThan(2);
    }
  }

  private static void write(WriteGroup group, NavigableMap<byte[], byte[]> model, Random random) {
    byte[] key = new byte[random.nextInt(10) == 0 ? LONGEST_KEY : 12];
    Arrays.fill(key, (byte) 'x');
    key[0] = (byte) random.nextInt(8);
    key[key.length - 1] = (byte) random.nextInt(25);
    if (random.nextInt(4) == 0) {
      group.remove(key);
      model.remove(key);
      return;
    }
    int[] lengths = {1, 100, 3_000, 4_080, 4_092, 8_000, 8_184, 20_000, 100_000, LONGEST_VALUE};
    int length = lengths[random.nextInt(random.nextInt(4) == 0 ? lengths.length : 5)];
    byte[] value = TreeFixture.value(length, random.nextInt());
    group.put(key, value);
    model.put(key, value);
  }
}
