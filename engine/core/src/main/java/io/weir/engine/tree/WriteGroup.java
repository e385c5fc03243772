package io.weir.engine.tree;

import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The writes of one turn, sorted by key; the last write to a key counts.
 *
 * <p>Runs on: one thread at a time. While commands are evaluated it is also the overlay that later
 * commands of the same turn read through: {@link #get} first, then the tree.
 *
 * <p>Keys and values are referenced, not copied: callers must not write to them until the group is
 * committed or discarded.
 */
public final class WriteGroup {

  /** Longest key, in bytes. */
  public static final int MAX_KEY_BYTES = 4096;

  /** Longest value, in bytes. */
  public static final int MAX_VALUE_BYTES = 3 << 19;

  private final TreeMap<byte[], Mutation> mutations = new TreeMap<>(Arrays::compareUnsigned);
  private long bytes;

  /**
   * Puts a value, which replaces the key's earlier value.
   *
   * @throws IllegalArgumentException if the key or the value is too long, or the key is empty
   */
  public void put(byte[] key, byte[] value) {
    if (value.length > MAX_VALUE_BYTES) {
      throw new IllegalArgumentException("value is too long lengthBytes=" + value.length);
    }
    add(new Mutation(key, value));
  }

  /** Removes the entry, which need not exist. */
  public void remove(byte[] key) {
    add(new Mutation(key, null));
  }

  private void add(Mutation mutation) {
    int length = mutation.key().length;
    if (length == 0 || length > MAX_KEY_BYTES) {
      throw new IllegalArgumentException("key length is out of range lengthBytes=" + length);
    }
    Mutation before = mutations.put(mutation.key(), mutation);
    bytes += bytes(mutation) - (before == null ? 0 : bytes(before));
  }

  private static long bytes(Mutation mutation) {
    byte[] value = mutation.value();
    return mutation.key().length + (value == null ? 0L : value.length);
  }

  /** Returns this group's write to a key, or null if there is none. */
  public @Nullable Mutation get(byte[] key) {
    return mutations.get(key);
  }

  /**
   * Returns this group's writes in key order, from a key on. No write may be added before the last
   * one is read.
   */
  public Iterator<Mutation> from(byte[] key) {
    return mutations.tailMap(key, true).values().iterator();
  }

  /** Returns the number of keys written. */
  public int size() {
    return mutations.size();
  }

  /** Returns the keys, in order. */
  public List<byte[]> keys() {
    return sorted().stream().map(Mutation::key).toList();
  }

  public boolean isEmpty() {
    return mutations.isEmpty();
  }

  /** Returns the bytes of all keys and values. */
  public long bytes() {
    return bytes;
  }

  /** Discards all writes. */
  public void clear() {
    mutations.clear();
    bytes = 0;
  }

  /** Returns a view of all writes in key order. */
  Collection<Mutation> sorted() {
    return mutations.values();
  }
}
