package io.weir.engine.page.extent;

import io.weir.engine.page.PageHandle;
import io.weir.engine.page.PagesExhausted;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * All extents of one kind: allocates pages from an extent with room, reserves room ahead of need, and releases empty
 * extents.
 *
 * <p>Runs on: the store's owner. {@link ExtentGrowth} creates, grows and deletes files elsewhere.
 *
 * <p>Room means units that the disk has already allocated. One extent is <em>current</em> and allocates pages while
 * it has room; then the extent with the most room becomes current. The space requests more room if fewer than
 * {@value #LOW_UNITS} units plus a 64th of the used units are free. It then requests a 64th, from an extent that has
 * not reserved all of its file, or from a new file, which is half as large as all existing ones. The files therefore
 * occupy little more of the disk than was ever in use at once. An empty extent that is not current is released if an
 * eighth would still be free without it.
 */
final class ExtentSpace {

  /** Smallest number of free units before more are requested. */
  static final int LOW_UNITS = 8;

  /** Smallest number of units in one request: 128 KiB of leaf pages. */
  static final int MIN_STEP_UNITS = 16;

  /** Largest number of units in one request, unless a caller needs more: 32 MiB of leaf pages. */
  private static final int MAX_STEP_UNITS = 4096;

  private static final int LOW_PART = 64;
  private static final int STEP_PART = 64;
  private static final int RELEASE_PART = 8;

  private final ExtentKind kind;
  private final ExtentGrowth growth;
  private final int firstUnits;
  private final int largestUnits;

  /** Written by the owner; read by threads that read pages, too. */
  private final Map<Integer, Extent> extents = new ConcurrentHashMap<>();

  private @Nullable Extent current;
  private long capacity;
  private long used;
  private long room;
  private long diskBytes;

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
    diskBytes += extent.diskBytes();
    if (current == null) {
      current = extent;
    }
  }

  /** Returns the number of free units. */
  long room() {
    takeGrown();
    return room;
  }

  /**
   * Returns whether so many units are free and one extent has the units of the longest page. Requests more if few are
   * free.
   */
  boolean hasRoom(long units) {
    takeGrown();
    boolean enough = offers(units);
    while (!enough || isLow()) {
      grow(enough ? 0 : units);
      if (!takeGrown()) {
        return enough;
      }
      enough = offers(units); // the executor runs tasks on the calling thread
    }
    return true;
  }

  private boolean offers(long units) {
    return room >= units && choose((int) Math.min(units, kind.maxUnits())) != null;
  }

  /** Adds the outcome of finished growth, if there is one. */
  private boolean takeGrown() {
    ReservedUnits grown = growth.poll();
    if (grown == null) {
      return false;
    }
    Extent extent = grown.extent();
    long roomBefore = extent.room();
    long bytesBefore = extent.diskBytes();
    extent.take(grown);
    if (extents.containsKey(extent.number())) {
      room += extent.room() - roomBefore;
      diskBytes += extent.diskBytes() - bytesBefore;
    } else {
      add(extent);
    }
    return true;
  }

  private boolean isLow() {
    return used > 0 && room < used / LOW_PART + LOW_UNITS;
  }

  private void grow(long wanted) {
    if (growth.isInProgress()) {
      return;
    }
    long step = Math.max(MIN_STEP_UNITS, Math.min(MAX_STEP_UNITS, used / STEP_PART));
    // Large pages need contiguous units, and may not find them in the free ones.
    long missing = Math.max(step, kind.isLarge() ? wanted : wanted - room);
    Extent extent = extendable((int) Math.min(missing, kind.maxUnits()));
    if (extent != null) {
      growth.extend(kind, extent, (int) Math.min(missing, extent.unreserved()));
    } else {
      int first = (int) Math.min(Integer.MAX_VALUE / 2, missing);
      growth.add(kind, Math.max(first, nextUnits()), first);
    }
  }

  private int nextUnits() {
    return (int) Math.min(largestUnits, Math.max(firstUnits, capacity / 2));
  }

  private @Nullable Extent extendable(int units) {
    Extent most = null;
    for (Extent extent : extents.values()) {
      if (extent.unreserved() >= units
          && (most == null || extent.unreserved() > most.unreserved())) {
        most = extent;
      }
    }
    return most;
  }

  PageHandle allocate(int lengthBytes) {
    int units = kind.units(lengthBytes);
    while (hasRoom(units)) {
      Extent extent = choose(units);
      if (extent == null) {
        break;
      }
      long before = extent.room();
      PageHandle page = extent.allocate(lengthBytes);
      room += extent.room() - before;
      if (page != null) {
        used += units;
        return page;
      }
    }
    throw new PagesExhausted(lengthBytes);
  }

  private @Nullable Extent choose(int units) {
    if (current == null || current.room() < units) {
      current = null;
      for (Extent extent : extents.values()) {
        if (extent.room() >= units && (current == null || extent.room() > current.room())) {
          current = extent;
        }
      }
    }
    return current;
  }

  void free(long id, int lengthBytes) {
    Extent extent = extentOf(id);
    long before = extent.room();
    extent.free(id, lengthBytes);
    room += extent.room() - before;
    used -= kind.units(lengthBytes);
    if (extent.used() == 0) {
      releaseEmpty();
    }
  }

  private Extent extentOf(long id) {
    Extent extent = extents.get(Extent.numberOf(id));
    if (extent == null) {
      throw new IllegalArgumentException("no extent holds this page id=" + id);
    }
    return extent;
  }

  /** Returns the extent of a page; null if another space holds it. Any thread that keeps the page. */
  @Nullable
  Extent find(long id) {
    return extents.get(Extent.numberOf(id));
  }

  /** Returns where in its file a page begins. */
  long fileOffset(long id) {
    return extentOf(id).fileOffset(id);
  }

  /** Whether a page in use was allocated since the last capture. */
  boolean isFresh(long id) {
    return extentOf(id).isFresh(id);
  }

  /** Notes that a checkpoint may name each page in use from now on. Returns the descriptions of the files. */
  List<PersistedExtent> capture() {
    return extents.values().stream().map(Extent::capture).toList();
  }

  /** Notes that no checkpoint is made of the last capture. */
  void abandon() {
    extents.values().forEach(Extent::abandon);
  }

  /** Notes that a pinned checkpoint may name each page in use from now on. */
  void pin() {
    extents.values().forEach(Extent::pin);
  }

  /** Whether a page was allocated since the last pin. Its place is not free yet. */
  boolean isYoung(long id) {
    return extentOf(id).isYoung(id);
  }

  private void releaseEmpty() {
    for (Extent extent : List.copyOf(extents.values())) {
      if (extent.used() == 0
          && extent != current
          && !growth.isGrowing(extent)
          && room - extent.room() >= Math.max(used / RELEASE_PART, 2 * MIN_STEP_UNITS)) {
        extents.remove(extent.number());
        capacity -= extent.capacity();
        room -= extent.room();
        diskBytes -= extent.diskBytes();
        growth.release(extent);
      }
    }
  }

  /** Returns the bytes that the units of a page take. */
  long bytes(int lengthBytes) {
    return (long) kind.units(lengthBytes) * kind.unitBytes();
  }

  /** Returns the bytes that the files occupy on the disk. */
  long diskBytes() {
    return diskBytes;
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

  /** Closes all extents and leaves their files. Blocks. */
  void leave() {
    growth.close();
    forget().forEach(growth::leave);
  }

  /** Closes all extents and deletes their files. Blocks. */
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
