package io.weir.engine.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.page.PoisonPageStore;
import io.weir.engine.tree.VersionedTree;
import io.weir.engine.tree.WriteGroup;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The merge of a tree and the changes on top of it, compared with a sorted map. A failure names its
 * seed.
 */
final class PendingCursorTest {

  private static final int SEEDS = 500;
  private static final int KEYS = 40;

  private final TreeMap<String, String> model = new TreeMap<>();

  @Test
  void aViewShowsWhatTheCommittedTreeWouldShow() {
    for (var seed = 0; seed < SEEDS; seed++) {
      model.clear();
      var random = new Random(seed);
      var tree = new VersionedTree(new PoisonPageStore(512), () -> true);
      var committed = new WriteGroup();
      change(random, committed, random.nextInt(KEYS));
      if (!committed.isEmpty()) {
        tree.commit(committed);
      }
      var later = new WriteGroup();
      change(random, later, random.nextInt(KEYS));

      var view = new PendingTree(tree.current(), later);

      var from = key(random.nextInt(KEYS));
      assertThat(read(view, from)).as("seed=%d", seed).isEqualTo(expected(from));
      for (var i = 0; i < KEYS; i++) {
        var found = view.find(bytes(key(i)));
        assertThat(found == null ? null : text(found))
            .as("seed=%d key=%d", seed, i)
            .isEqualTo(model.get(key(i)));
      }
    }
  }

  private void change(Random random, WriteGroup group, int changes) {
    for (var i = 0; i < changes; i++) {
      var key = key(random.nextInt(KEYS));
      if (random.nextInt(3) == 0) {
        group.remove(bytes(key));
        model.remove(key);
      } else {
        var value = "v" + random.nextInt(1_000);
        group.put(bytes(key), bytes(value));
        model.put(key, value);
      }
    }
  }

  private static List<String> read(PendingTree view, String from) {
    var read = new ArrayList<String>();
    var cursor = view.cursor();
    for (var more = cursor.seek(bytes(from)); more; more = cursor.next()) {
      read.add(text(cursor.key()) + "=" + text(cursor.value()));
    }
    return read;
  }

  private List<String> expected(String from) {
    return model.tailMap(from, true).entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .toList();
  }

  private static String key(int number) {
    return "k%02d".formatted(number);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
