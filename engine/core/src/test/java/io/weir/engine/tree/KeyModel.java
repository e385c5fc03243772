package io.weir.engine.tree;

import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The expected content of a tree as a sorted map, and comparisons with the tree. */
final class KeyModel {

  private KeyModel() {}

  static NavigableMap<byte[], byte[]> empty() {
    return new TreeMap<>(Arrays::compareUnsigned);
  }

  /** Compares all entries, forwards and backwards, and each one separately. */
  static void verify(Tree tree, NavigableMap<byte[], byte[]> model) {
    Cursor cursor = new Cursor().open(tree);
    boolean at = cursor.seekFirst();
    for (Map.Entry<byte[], byte[]> entry : model.entrySet()) {
      check(at, "an entry is missing");
      checkEntry(cursor, entry);
      check(Arrays.equals(tree.find(entry.getKey()), entry.getValue()), "an entry is not found");
      check(Arrays.equals(tree.findEntry(entry.getKey()), whole(entry)), "entry found differs");
      at = cursor.next();
    }
    check(!at, "an entry is too many");
    at = cursor.seekLast();
    for (Map.Entry<byte[], byte[]> entry : model.descendingMap().entrySet()) {
      check(at, "an entry is missing backwards");
      checkEntry(cursor, entry);
      at = cursor.previous();
    }
    check(!at, "an entry is too many backwards");
  }

  static void checkEntry(Cursor cursor, Map.Entry<byte[], byte[]> entry) {
    check(Arrays.equals(cursor.key(), entry.getKey()), "key differs");
    check(cursor.compareKey(entry.getKey()) == 0, "key does not compare as equal");
    check(cursor.valueLength() == entry.getValue().length, "value length differs");
    check(Arrays.equals(cursor.value(), entry.getValue()), "value differs");
    byte[] copied = new byte[cursor.entryLength()];
    check(cursor.copyEntry(copied) == entry.getKey().length, "length of the copied key differs");
    check(Arrays.equals(copied, whole(entry)), "copied entry differs");
  }

  /** Returns the key followed by the value. */
  private static byte[] whole(Map.Entry<byte[], byte[]> entry) {
    byte[] key = entry.getKey();
    byte[] whole = Arrays.copyOf(key, key.length + entry.getValue().length);
    System.arraycopy(entry.getValue(), 0, whole, key.length, entry.getValue().length);
    return whole;
  }

  /** Seeks a key in every way, and reads one step to both sides. */
  static void verifySeeks(Tree tree, NavigableMap<byte[], byte[]> model, byte[] key) {
    Cursor cursor = new Cursor().open(tree);
    Map.Entry<byte[], byte[]> ceiling = model.ceilingEntry(key);
    checkAt(cursor, cursor.seek(key), ceiling);
    if (ceiling != null) {
      checkAt(cursor, cursor.next(), model.higherEntry(ceiling.getKey()));
      cursor.seek(key);
      checkAt(cursor, cursor.previous(), model.lowerEntry(ceiling.getKey()));
    }
    Map.Entry<byte[], byte[]> floor = model.floorEntry(key);
    checkAt(cursor, cursor.seekBackward(key), floor);
    if (floor != null) {
      checkAt(cursor, cursor.next(), model.higherEntry(floor.getKey()));
    }
    check(cursor.seekExact(key) == model.containsKey(key), "exact seek differs");
    check(Arrays.equals(tree.find(key), model.get(key)), "find differs");
    check((tree.findEntry(key) != null) == model.containsKey(key), "entry found differs");
  }

  private static void checkAt(Cursor cursor, boolean at, Map.Entry<byte[], byte[]> expected) {
    check(at == (expected != null), "the cursor is at a wrong position");
    if (expected != null) {
      checkEntry(cursor, expected);
    }
  }

  static void check(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }
}
