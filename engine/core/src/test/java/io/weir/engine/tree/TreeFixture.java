package io.weir.engine.tree;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.engine.page.PageStore;
import io.weir.engine.page.PoisonPageStore;
import java.util.Arrays;
import java.util.NavigableMap;

/**
 * A tree over pages that are poisoned when they are freed, and the map of its expected content.
 *
 * <p>Runs on: the test's thread, which is the writer's.
 */
final class TreeFixture implements AutoCloseable {

  final PoisonPageStore store;
  final VersionedTree tree;
  final NavigableMap<byte[], byte[]> model = KeyModel.empty();
  private WriteGroup group = new WriteGroup();

  TreeFixture(int pageBytes, int fanout) {
    store = new PoisonPageStore(pageBytes);
    tree = new VersionedTree(store, new TreeShape(pageBytes, fanout), () -> true);
  }

  static TreeFixture small() {
    return new TreeFixture(512, 4);
  }

  static VersionedTree over(PageStore store) {
    return new VersionedTree(store, () -> true);
  }

  static byte[] key(long number) {
    return String.format("k%08d", number).getBytes(UTF_8);
  }

  static byte[] value(int length, int fill) {
    byte[] value = new byte[length];
    Arrays.fill(value, (byte) fill);
    return value;
  }

  TreeFixture put(byte[] key, byte[] value) {
    group.put(key, value);
    model.put(key, value);
    return this;
  }

  TreeFixture put(long number) {
    return put(key(number), value(40, (int) number));
  }

  TreeFixture put(long from, long to) {
    for (long number = from; number < to; number++) {
      put(number);
    }
    return this;
  }

  TreeFixture remove(long number) {
    group.remove(key(number));
    model.remove(key(number));
    return this;
  }

  long commit() {
    WriteGroup writes = group;
    group = new WriteGroup();
    return tree.commit(writes);
  }

  void publish() {
    tree.publish(commit());
  }

  /** Frees all reclaimable pages and checks that none is left over. */
  TreeCheck.Census settle() {
    tree.reclaim(Integer.MAX_VALUE);
    KeyModel.verify(tree.current(), model);
    return TreeCheck.verify(tree);
  }

  /** Returns the mean fill of pages, from 0 to 1. */
  double fill() {
    return (double) store.stats().bytes() / store.stats().pages() / store.pageBytes();
  }

  @Override
  public void close() {
    settle();
    store.close();
  }
}
