package io.weir.engine.page.extent;

import io.weir.engine.disk.DiskSpace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import net.openhft.chronicle.core.OS;
import net.openhft.chronicle.hash.impl.VanillaChronicleHash;
import net.openhft.chronicle.map.ChronicleMap;

/**
 * The file of an extent and its mapping: a Chronicle Map with one entry, which is the room for all
 * pages of the file.
 *
 * <p>The file is sparse and grows by {@link #reserve}, which writes blocks before a page is written
 * to them. The reserved part of the file is a prefix: the map's own data, which is reserved when
 * the file is created, then {@link ExtentKind units}. The map is used to create and map a new file,
 * and for nothing else.
 *
 * <p>Runs on: any thread that may block creates, grows and closes it.
 */
final class ExtentFile {

  private static final long ENTRY = 0;

  private final ExtentKind kind;
  private final int units;
  private final PlacedFile placed;

  /** Where the file begins in memory. */
  private final long start;

  private final Mapping mapping;

  /** The memory of a file. */
  @FunctionalInterface
  private interface Mapping {
    void release() throws IOException;
  }

  private ExtentFile(ExtentKind kind, Path path, int units, long start, Mapping mapping)
      throws IOException {
    this.kind = kind;
    this.units = units;
    this.start = start;
    this.mapping = mapping;
    try {
      this.placed = PlacedFile.open(path);
    } catch (IOException e) {
      mapping.release();
      throw e;
    }
  }

  /**
   * Creates the file without room for pages, in place of one that an attempt has left which could
   * neither finish nor delete it. Blocks for some milliseconds.
   *
   * @throws IOException if there is no room for the file; it is deleted then
   */
  static ExtentFile create(ExtentKind kind, Path path, int units, DiskSpace disk)
      throws IOException {
    Files.deleteIfExists(path);
    try {
      return createFile(kind, path, units, disk);
    } catch (UncheckedIOException e) { // thrown through the map, which declares no checked failure
      IOException cause = Objects.requireNonNull(e.getCause());
      deleteAfter(cause, path);
      throw cause;
    } catch (IOException | RuntimeException | Error e) {
      deleteAfter(e, path);
      throw e;
    }
  }

  private static ExtentFile createFile(ExtentKind kind, Path path, int units, DiskSpace disk)
      throws IOException {
    Runnable reserve = () -> {
      try {
        disk.reserve(path, 0, ExtentKind.origin(units));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
    ChronicleMap<Long, PageView> map = kind.map(units, reserve).createPersistedTo(path.toFile());
    long start = ((VanillaChronicleHash<?, ?, ?, ?>) map).bsAddress();
    var room = new PageView(kind.entryBytes(units));
    try {
      map.put(ENTRY, room);
    } catch (RuntimeException | Error e) {
      map.close();
      throw e;
    }
    if (room.address - start > ExtentKind.origin(units)) {
      map.close();
      throw new IllegalStateException("the map uses more than was reserved bytes="
          + (room.address - start) + " reserved=" + ExtentKind.origin(units));
    }
    return new ExtentFile(kind, path, units, start, map::close);
  }

  private static void deleteAfter(Throwable failure, Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /**
   * Maps the file of an earlier run. Blocks.
   *
   * <p><em>deliberate:</em> does not open the map in it. The places of pages follow from the
   * description, and whatever a crash has left of the map's own data is not believed, nor read.
   *
   * @throws PageFilesChanged if the file cannot hold its pages
   */
  static ExtentFile reopen(ExtentKind kind, PersistedExtent kept, Path path) throws IOException {
    requireLength(path, kind.fileOffset(kept.units(), kept.reserved()));
    long bytes = kind.fileOffset(kept.units(), kept.units());
    long start;
    try (var channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      start = OS.map(channel, FileChannel.MapMode.READ_WRITE, 0, bytes);
    }
    return new ExtentFile(kind, path, kept.units(), start, () -> OS.unmap(start, bytes));
  }

  private static void requireLength(Path path, long bytes) throws IOException {
    long found = Files.exists(path) ? Files.size(path) : 0;
    if (found < bytes) {
      throw new PageFilesChanged(
          "a page file is too short file=" + path + " bytes=" + found + " expected=" + bytes);
    }
  }

  /**
   * Reserves more units on the disk. Blocks.
   *
   * @param from units that are reserved
   * @param more number of units to add; at most the unreserved ones
   */
  void reserve(int from, int more, DiskSpace disk) throws IOException {
    disk.reserve(
        path(), kind.fileOffset(units, from), OS.pageAlign(kind.fileOffset(units, from + more)));
  }

  Path path() {
    return placed.path();
  }

  /** Returns the units that the file was created for. */
  int units() {
    return units;
  }

  /** Returns where in the file a unit begins. */
  long offset(int unit) {
    return kind.fileOffset(units, unit);
  }

  /** Returns where a unit lies in memory. */
  long address(int unit) {
    return start + offset(unit);
  }

  /** Returns the reads and writes of the file beside its mapping. */
  PlacedFile placed() {
    return placed;
  }

  /** Releases the memory and leaves the file. Blocks for some milliseconds. */
  void leave() throws IOException {
    try {
      mapping.release();
    } finally {
      placed.close();
    }
  }

  /** Releases the memory and deletes the file. Blocks for some milliseconds. */
  void delete() throws IOException {
    leave();
    Files.deleteIfExists(path());
  }
}
