package io.weir.engine.disk;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;

/** The content of a simulated file: the bytes that a program sees, and those on the medium. */
final class SimulatedContent {
  static final int SECTOR_BYTES = 512;

  private byte[] seen = new byte[0];
  private byte[] medium = new byte[0];
  private final BitSet unforced = new BitSet();

  byte[] bytes() {
    return seen;
  }

  void replace(byte[] bytes) {
    seen = bytes;
  }

  int read(ByteBuffer target, int offset) {
    int length = Math.min(target.remaining(), seen.length - offset);
    if (length <= 0) {
      return -1;
    }
    target.put(seen, offset, length);
    return length;
  }

  void write(ByteBuffer source, int offset, int length) {
    if (offset + length > seen.length) {
      seen = Arrays.copyOf(seen, offset + length);
    }
    source.get(seen, offset, length);
    unforced.set(offset / SECTOR_BYTES, (offset + length - 1) / SECTOR_BYTES + 1);
  }

  void force() {
    lengthenMedium(
        Math.min(unforced.length() * SECTOR_BYTES, seen.length)); // once, not for each sector
    unforced.stream().forEach(this::keep);
    unforced.clear();
  }

  void dropUnforced() {
    unforced.clear();
  }

  void settle() {
    medium = seen.clone();
    unforced.clear();
  }

  void keepSomeSectors(Random random) {
    int percent = List.of(0, 10, 50, 90, 100).get(random.nextInt(5));
    unforced.stream().filter(sector -> random.nextInt(100) < percent).forEach(this::keep);
  }

  private void keep(int sector) {
    int from = sector * SECTOR_BYTES;
    int to = Math.min(from + SECTOR_BYTES, seen.length);
    lengthenMedium(to);
    System.arraycopy(seen, from, medium, from, to - from);
  }

  private void lengthenMedium(int bytes) {
    if (bytes > medium.length) {
      medium = Arrays.copyOf(medium, bytes);
    }
  }

  void forgetUnforced() {
    seen = medium.clone();
    unforced.clear();
  }
}
