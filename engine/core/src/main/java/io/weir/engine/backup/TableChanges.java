package io.weir.engine.backup;

import io.weir.engine.index.PartitionGroups;
import io.weir.engine.record.LogRecord;
import java.util.Arrays;
import java.util.Comparator;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What the log changes in a range of keys: the last form of each changed key, and the ranges that
 * were removed before.
 *
 * <p>Memory is bounded: when the changes do not fit, the upper part of the range is given up, and
 * {@link #before} tells where it began. The caller reads the log once more for the rest.
 *
 * <p>Owner: one thread.
 */
final class TableChanges implements LogRecord.Visitor {

  /** The form of a key that was removed. No other array is compared with it. */
  private static final byte[] REMOVED = {};

  /** About what the heap needs for a change besides its bytes: a node and two heads of arrays. */
  private static final int HEAP_OF_CHANGE = 100;

  private final PartitionGroups groups;
  private final byte[] from;
  private final long mostBytes;
  private final Group[] changed;
  private byte[] before;
  private long bytes;

  /**
   * Makes the changes of no record.
   *
   * @param before exclusive end of the range
   * @param mostBytes of changes; a single one is kept however long it is
   */
  TableChanges(PartitionGroups groups, byte[] from, byte[] before, long mostBytes) {
    this.groups = groups;
    this.from = from;
    this.before = before;
    this.mostBytes = mostBytes;
    this.changed = new Group[groups.count()];
    Arrays.setAll(changed, group -> new Group());
  }

  byte[] from() {
    return from;
  }

  /** Returns the exclusive end of the range whose changes are here. */
  byte[] before() {
    return before;
  }

  @Override
  public void put(byte[] key, byte[] stored) {
    if (holds(key)) {
      change(groups.ofTreeKey(key), key, stored);
    }
  }

  @Override
  public void remove(byte[] key) {
    if (holds(key)) {
      change(groups.ofTreeKey(key), key, REMOVED);
    }
  }

  private boolean holds(byte[] key) {
    return Arrays.compareUnsigned(key, from) >= 0 && Arrays.compareUnsigned(key, before) < 0;
  }

  private void change(int group, byte[] key, byte[] form) {
    bytes += changed[group].change(key, form);
    narrow();
  }

  @Override
  public void removeRange(int partitionGroup, byte[] first, byte[] end) {
    var begin = Arrays.compareUnsigned(first, from) < 0 ? from : first;
    var to = Arrays.compareUnsigned(end, before) > 0 ? before : end;
    if (Arrays.compareUnsigned(begin, to) < 0) {
      bytes += changed[partitionGroup].remove(begin, to);
      narrow();
    }
  }

  /** Gives up the upper half of the keys until the rest fits. */
  private void narrow() {
    while (bytes > mostBytes) {
      var largest =
          Arrays.stream(changed).max(Comparator.comparingInt(Group::size)).orElseThrow();
      if (largest.size() < 2) {
        return;
      }
      before = largest.middle();
      for (var group : changed) {
        bytes += group.cut(before);
      }
    }
  }

  /**
   * Applies the changes in a part of the range to what was stored there, in place.
   *
   * @param stored the entries of a group; those outside the part are removed
   */
  void apply(int group, byte[] begin, byte[] end, NavigableMap<byte[], byte[]> stored) {
    changed[group].apply(begin, end, stored);
  }

  /** The changes in a partition group. All methods return by how much the memory has grown. */
  private static final class Group {

    private final TreeMap<byte[], byte[]> forms = new TreeMap<>(Arrays::compareUnsigned);

    /** The begin and the exclusive end of each removed range; they do not touch. */
    private final TreeMap<byte[], byte[]> removed = new TreeMap<>(Arrays::compareUnsigned);

    int size() {
      return Math.max(forms.size(), removed.size());
    }

    /** Returns a key above the first change. */
    byte[] middle() {
      var keys = (forms.size() >= removed.size() ? forms : removed).navigableKeySet();
      return keys.stream().skip(keys.size() / 2).findFirst().orElseThrow();
    }

    long change(byte[] key, byte[] form) {
      var earlier = forms.put(key, form);
      return earlier == null ? weight(key, form) : form.length - (long) earlier.length;
    }

    long remove(byte[] begin, byte[] end) {
      var grown = clear(forms.subMap(begin, true, end, false));
      var first = removed.floorEntry(begin);
      var from = first != null && Arrays.compareUnsigned(first.getValue(), begin) >= 0
          ? first.getKey()
          : begin;
      var touched = removed.subMap(from, true, end, true);
      var to = touched.isEmpty() ? end : higher(end, touched.lastEntry().getValue());
      grown += clear(touched);
      removed.put(from, to);
      return grown + weight(from, to);
    }

    long cut(byte[] end) {
      var grown = clear(forms.tailMap(end, true)) + clear(removed.tailMap(end, true));
      var last = removed.lastEntry();
      if (last != null && Arrays.compareUnsigned(last.getValue(), end) > 0) {
        grown += end.length - (long) last.getValue().length;
        removed.put(last.getKey(), end);
      }
      return grown;
    }

    void apply(byte[] begin, byte[] end, NavigableMap<byte[], byte[]> stored) {
      stored.headMap(begin, false).clear();
      stored.tailMap(end, true).clear();
      stored.keySet().removeIf(this::isRemoved);
      forms.subMap(begin, end).forEach((key, form) -> {
        if (form == REMOVED) {
          stored.remove(key);
        } else {
          stored.put(key, form);
        }
      });
    }

    private boolean isRemoved(byte[] key) {
      var range = removed.floorEntry(key);
      return range != null && Arrays.compareUnsigned(key, range.getValue()) < 0;
    }

    private static byte[] higher(byte[] one, byte[] other) {
      return Arrays.compareUnsigned(one, other) < 0 ? other : one;
    }

    private static long clear(NavigableMap<byte[], byte[]> some) {
      var freed = 0L;
      for (var each : some.entrySet()) {
        freed += weight(each.getKey(), each.getValue());
      }
      some.clear();
      return -freed;
    }

    private static long weight(byte[] key, byte[] form) {
      return HEAP_OF_CHANGE + key.length + (long) form.length;
    }
  }
}
