package io.weir.engine.page;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All extents of one kind: gives pages from the one with room, adds extents ahead of need, lets
 * empty ones go.
 *
 * <p>Runs on: the store's owner. Files are created and deleted by {@link ExtentGrowth} elsewhere.
 *
 * <p>One extent is <em>current</em> and gives pages. As long as any has places that pages were in
 * before, the current one is one of those: so files, which are sparse, take as much of the disk as
 * was ever in use at once, not as much as they could hold. Where none has, it is the one with the
 * most room. The next extent is asked for when less than a fifth of all is free, and adds half of
 * what there is. An extent that is empty and not current is let go when more than a third would still be
 * free without it; the distance between the two keeps a store whose size swings from making and
 * deleting files.
 */
final class ExtentSpace {

  private final ExtentKind kind;
  private final ExtentGrowth growth;
  private final int firstUnits;
  private final int largestUnits;
  private final Map<Integer, Extent> extents = new HashMap<>();

  private @Nullable Extent current;
  private long capacity;
  private long used;
  private long room;

  /** Units that were in use at some time and are not now. */
  private long reusable;

  ExtentSpace(ExtentKind kind, ExtentGrowth growth, int firstUnits, int largestUnits) {
    this.kind = kind;
    this.growth = growth;
    this.firstUnits = firstUnits;
    this.largestUnits = largestUnits;
  }

  void add(Extent extent) {
    extents.put(extent.number(), extent);
    capacity += extent.capacity();
    used += extent.used();
    room += extent.room();
    reusable += extent.reusable();
    if (current == null) {
      current = extent;
    }
  }

  /**
   * Whether so many units are free, and one extent has those of the longest page; when few are,
   * asks for another extent.
   */
  boolean hasRoom(long units) {
    Extent arrived = growth.poll();
    if (arrived != null) {
      add(arrived);
    }
    boolean enough = room >= units && choose((int) Math.min(units, kind.mostUnits())) != null;
    if (!enough || isLow()) {
      growth.start(kind, nextUnits(units), room * kind.unitBytes());
    }
    return enough;
  }

  private boolean isLow() {
    return used > 0 && room < Math.max(used / 4, firstUnits / 2);
  }

  private int nextUnits(long wanted) {
    long half = Math.min(largestUnits, Math.max(firstUnits, capacity / 2));
    return (int) Math.min(Integer.MAX_VALUE, Math.max(half, 2 * wanted));
  }

  Page allocate(int lengthBytes) {
    int units = kind.units(lengthBytes);
    while (hasRoom(units)) {
      Extent extent = choose(units);
      if (extent == null) {
        break;
      }
      long before = extent.room();
      int reusableBefore = extent.reusable();
      Page page = extent.allocate(lengthBytes);
      room += extent.room() - before;
      reusable += extent.reusable() - reusableBefore;
      if (page != null) {
        used += units;
        return page;
      }
    }
    throw new PagesExhausted(lengthBytes);
  }

  private @Nullable Extent choose(int units) {
    Extent before = current;
    boolean stays = before != null
        && before.room() >= units
        && (before.reusable() >= units || reusable < units);
    if (!stays) {
      current = null;
      for (Extent extent : extents.values()) {
        if (extent.room() >= units && (current == null || isBetter(extent, current, units))) {
          current = extent;
        }
      }
    }
    return current;
  }

  /** Whether an extent offers more that was in use before or, where none does, more room. */
  private static boolean isBetter(Extent extent, Extent than, int units) {
    return extent.reusable() < units && than.reusable() < units
        ? extent.room() > than.room()
        : extent.reusable() > than.reusable();
  }

  void free(long id, long address, int lengthBytes) {
    Extent extent = extentOf(id);
    long before = extent.room();
    extent.free(id, address, lengthBytes);
    room += extent.room() - before;
    used -= kind.units(lengthBytes);
    reusable += kind.units(lengthBytes);
    if (extent.used() == 0) {
      releaseEmpty();
    }
  }

  private Extent extentOf(long id) {
    Extent extent = extents.get(Extent.numberOf(id));
    if (extent == null) {
      throw new IllegalArgumentException("no extent of this page id=" + id);
    }
    return extent;
  }

  /** Where in its file a page begins; {@link KeptPage#OFFSET_UNKNOWN} when that cannot be told. */
  long fileOffset(long id, long address) {
    return extentOf(id).fileOffset(address);
  }

  private void releaseEmpty() {
    for (Extent extent : List.copyOf(extents.values())) {
      if (extent.used() == 0
          && extent != current
          && room - extent.room() >= Math.max(used / 2, firstUnits)) {
        extents.remove(extent.number());
        capacity -= extent.capacity();
        room -= extent.room();
        reusable -= extent.reusable();
        growth.release(extent);
      }
    }
  }

  /** What the files take of the disk, about. */
  long diskBytes() {
    return (used + reusable) * kind.unitBytes();
  }

  long capacityBytes() {
    return capacity * kind.unitBytes();
  }

  long freeBytes() {
    return room * kind.unitBytes();
  }

  int count() {
    return extents.size();
  }

  /** Closes all extents and keeps their files, for {@link PageReopening}. Blocks. */
  List<KeptExtent> keep() throws IOException {
    growth.close();
    List<KeptExtent> kept = new ArrayList<>();
    for (Extent extent : forget()) {
      kept.add(extent.keep());
    }
    return kept;
  }

  /** Closes all extents. Blocks. */
  void close() {
    growth.close();
    forget().forEach(growth::close);
  }

  private List<Extent> forget() {
    List<Extent> forgotten = List.copyOf(extents.values());
    extents.clear();
    current = null;
    return forgotten;
  }
}
