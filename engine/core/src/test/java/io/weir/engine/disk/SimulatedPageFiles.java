package io.weir.engine.disk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The medium under page files, which a store writes through mapped memory.
 *
 * <p>The real files are what the program sees. The medium has the sectors that were forced, and
 * others as chance writes them back, at any moment and in any order. A power cut keeps a random
 * choice of the sectors that differ, and names that were not forced may be lost. The outcome is put
 * into the real files when the next life begins, because the closing process of the test still
 * writes to its mapped memory.
 *
 * <p>A failed force drops the sectors that it was to write: no later force writes them unless they
 * change again.
 *
 * <p>Runs on: one thread.
 */
final class SimulatedPageFiles {

  private static final int SECTOR = SimulatedContent.SECTOR_BYTES;

  /** The medium of one file. */
  private static final class Medium {
    private byte[] bytes = new byte[0];
    private byte @Nullable [] dropped;
    private boolean named;

    /** Takes a sector over from what the program sees. */
    void keep(byte[] seen, int sector) {
      int from = sector * SECTOR;
      int to = Math.min(from + SECTOR, seen.length);
      byte[] lost = dropped;
      if (lost != null && to <= lost.length && Arrays.equals(seen, from, to, lost, from, to)) {
        return;
      }
      if (bytes.length < to) {
        bytes = Arrays.copyOf(bytes, to);
      }
      System.arraycopy(seen, from, bytes, from, to - from);
    }

    boolean differs(byte[] seen, int sector) {
      int from = sector * SECTOR;
      int to = Math.min(from + SECTOR, seen.length);
      return to > bytes.length || !Arrays.equals(seen, from, to, bytes, from, to);
    }
  }

  private static final class Survivor {
    private final byte[] bytes;
    private final long length;

    Survivor(byte[] bytes, long length) {
      this.bytes = bytes;
      this.length = length;
    }
  }

  private final Random random;
  private final Map<Path, Medium> media = new TreeMap<>();

  /** Up to where blocks of the files were ever written. */
  private final Map<Path, Long> ends = new TreeMap<>();

  /** What the next life finds; null while a life goes on. */
  private @Nullable Map<Path, Survivor> survivors;

  SimulatedPageFiles(Random random) {
    this.random = random;
  }

  /** Notes that blocks of a file are written up to an offset. */
  void reserved(Path file, long to) {
    media.computeIfAbsent(file, made -> new Medium());
    ends.merge(file, to, Math::max);
  }

  /** Returns up to where a file of this name ever had blocks. */
  long end(Path file) {
    return ends.getOrDefault(file, 0L);
  }

  void force(Path file) throws IOException {
    var medium = media.computeIfAbsent(file, made -> new Medium());
    byte[] seen = seen(file);
    for (int sector = 0; sector * SECTOR < seen.length; sector++) {
      medium.keep(seen, sector);
    }
  }

  /** Writes some sectors, and drops the others. */
  void failForce(Path file) throws IOException {
    var medium = media.computeIfAbsent(file, made -> new Medium());
    byte[] seen = seen(file);
    keepSome(medium, seen);
    medium.dropped = seen;
  }

  void forceNames(Path folder) {
    media
        .entrySet()
        .removeIf(each -> folder.equals(each.getKey().getParent()) && !Files.exists(each.getKey()));
    media.forEach((file, medium) -> medium.named |= folder.equals(file.getParent()));
  }

  /** Writes some sectors of some file, as a system does when memory is short or time passes. */
  void writeBack() {
    var files = media.keySet().stream().filter(Files::exists).toList();
    if (files.isEmpty() || survivors != null) {
      return;
    }
    try {
      var file = files.get(random.nextInt(files.size()));
      keepSome(media.get(file), seen(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void keepSome(Medium medium, byte[] seen) {
    int percent = List.of(0, 10, 50, 90, 100).get(random.nextInt(5));
    for (int sector = 0; sector * SECTOR < seen.length; sector++) {
      if (medium.differs(seen, sector) && random.nextInt(100) < percent) {
        medium.keep(seen, sector);
      }
    }
  }

  /** Ends a life: the power is cut, so chance decides. */
  void cutPower() {
    end((file, medium) -> {
      if (!medium.named && random.nextBoolean()) {
        return null;
      }
      if (Files.exists(file)) {
        byte[] seen = seen(file);
        keepSome(medium, seen);
        return new Survivor(Arrays.copyOf(medium.bytes, seen.length), Files.size(file));
      }
      return null; // no manifest names a page in a file that was deleted
    });
  }

  /** Ends a life: the process is killed, so the system keeps everything. */
  void killProcess() {
    end((file, medium) -> Files.exists(file) ? new Survivor(seen(file), Files.size(file)) : null);
  }

  private interface Ending {
    @Nullable
    Survivor of(Path file, Medium medium) throws IOException;
  }

  private void end(Ending ending) {
    if (survivors != null) {
      return; // the life was over before
    }
    survivors = new TreeMap<>();
    try {
      for (var each : media.entrySet()) {
        var survivor = ending.of(each.getKey(), each.getValue());
        if (survivor != null) {
          survivors.put(each.getKey(), survivor);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Begins a life with what the last one has left. */
  void begin() throws IOException {
    var left = survivors;
    if (left == null) {
      return;
    }
    for (var folder : media.keySet().stream().map(Path::getParent).distinct().toList()) {
      for (var file : files(folder)) {
        Files.delete(file);
      }
    }
    var before = new ArrayList<>(media.keySet());
    media.clear();
    for (var file : before) {
      var survivor = left.get(file);
      if (survivor != null) {
        write(file, survivor);
        var medium = new Medium();
        medium.bytes = survivor.bytes.clone();
        medium.named = true;
        media.put(file, medium);
      }
    }
    survivors = null;
  }

  /** Flips a bit of a byte, on the medium too. No life goes on. */
  void flip(Path file, long offset) throws IOException {
    begin();
    media.get(file).bytes[(int) offset] ^= 1;
    try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      var one = ByteBuffer.allocate(1);
      channel.read(one, offset);
      one.put(0, (byte) (one.get(0) ^ 1)).rewind();
      channel.write(one, offset);
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (var files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".pages")).toList();
    }
  }

  private static void write(Path file, Survivor survivor) throws IOException {
    try (var channel = FileChannel.open(
        file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(survivor.bytes), 0);
      if (channel.size() < survivor.length) {
        channel.write(ByteBuffer.allocate(1), survivor.length - 1);
      }
    }
  }

  /** Returns what the program sees of a file, up to the last block that was ever written. */
  private byte[] seen(Path file) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
      var bytes = ByteBuffer.allocate((int) Math.min(channel.size(), ends.getOrDefault(file, 0L)));
      while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) >= 0) {}
      return bytes.array();
    }
  }
}
