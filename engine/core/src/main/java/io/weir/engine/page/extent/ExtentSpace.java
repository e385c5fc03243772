package io.weir.engine.page.extent;

import io.weir.engine.page.PageHandle;
import io.weir.engine.page.PagesExhausted;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All extents of one kind: allocates pages from an extent with room, reserves room ahead of need,
 * and releases empty extents.
 *
 * <p>Runs on: the store's owner. {@link ExtentGrowth} creates, grows and deletes files elsewhere.
 *
 * <p>Room means units that the disk has already allocated. One extent is <em>current</em> and
 * allocates pages while it has room; then the extent with the most room becomes current. The space
 * requests more room if fewer than {@value #LOW_UNITS} units plus a 64th of the used units are
 * free. It then requests a 64th, from an extent that has not reserved all of its file, or from a
 * new file, which is half as large as all existing ones. The files therefore occupy little more of
 * the disk than was ever in use at once. An empty extent that is not current is released if an
 * eighth would still be free without it.
 *
 * <p>When more is free for long, sparse extents are <em>emptied</em> and released, see
 * {@link EmptiedExtents}. Whenever a writer would lack room otherwise, emptying ends.
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

  private final EmptiedExtents emptied;

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
    this.emptied = new EmptiedExtents(kind);
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
   * Returns whether so many units are free and one extent has the units of the longest page.
   * Requests more if few are free.
   */
  boolean hasRoom(long units) {
    takeGrown();
    if (!emptied.isEmpty() && (!offers(units) || isLow())) {
      stopEmptying();
    }
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

  /**
   * Whether so many units can be used without room becoming so low that growth is requested. Counts
   * extents only that are not emptied. Begins no growth.
   */
  boolean hasRoomToMove(long units) {
    takeGrown();
    return room - units >= low() + units / LOW_PART;
  }

  /**
   * Chooses extents to be emptied, unless some are. To be called at equal intervals. Returns
   * whether pages have to move.
   */
  boolean emptySparse() {
    takeGrown();
    long spare = emptied.spareUnits(used);
    if (emptied.isEmpty() && !growth.isInProgress()) {
      emptied
          .choose(
              List.copyOf(extents.values()), spare, this::hasRoomElsewhere, this::makeRoomToMove)
          .forEach(this::empty);
    }
    emptied.withoutPlaces().forEach(this::release);
    return emptied.havePages();
  }

  private boolean hasRoomElsewhere(Extent extent) {
    return room - extent.room() >= extent.used() + low();
  }

  private void empty(Extent extent) {
    room -= extent.room();
    emptied.add(extent);
    if (extent == current) {
      current = null;
    }
  }

  /** Ends the emptying. The free units are used again. */
  void stopEmptying() {
    room += emptied.stop();
  }

  boolean isEmptying(int number) {
    return emptied.contains(number);
  }

  /**
   * Whether extents would be deleted if a checkpoint were made now: all pages are freed, and some
   * places wait.
   */
  boolean awaitsCheckpoint() {
    return emptied.awaitCheckpoint();
  }

  /** Begins to make room for the pages of an extent. */
  private void makeRoomToMove(Extent extent, long missing) {
    int units = (int) Math.min(largestUnits, missing);
    growth.makeRoomToMove(kind, extendable(units, extent), Math.max(units, nextUnits()), units);
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
    return used > 0 && room < low();
  }

  private long low() {
    return used / LOW_PART + LOW_UNITS;
  }

  private void grow(long wanted) {
    if (growth.isInProgress()) {
      return;
    }
    long step = Math.max(MIN_STEP_UNITS, Math.min(MAX_STEP_UNITS, used / STEP_PART));
    // Large pages need contiguous units, and may not find them in the free ones.
    long missing = Math.max(step, kind.isLarge() ? wanted : wanted - room);
    Extent extent = extendable((int) Math.min(missing, kind.maxUnits()), null);
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

  private @Nullable Extent extendable(int units, @Nullable Extent but) {
    Extent most = null;
    for (Extent extent : extents.values()) {
      if (extent != but
          && !extent.isEmptying()
          && extent.unreserved() >= units
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
        emptied.allocated(units);
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

  /** Frees a page that no checkpoint names. */
  void free(long id, int lengthBytes) {
    emptied.allocated(-kind.units(lengthBytes));
    free(extentOfPage(id), lengthBytes, extent -> extent.free(id, lengthBytes));
  }

  /** Notes that the place of a freed page waits for a checkpoint. */
  void await(long id, int lengthBytes) {
    extentOfPage(id).await(lengthBytes);
  }

  /** Frees a page whose place has waited for a checkpoint. */
  void freeAwaited(long id, int lengthBytes) {
    free(extentOfPage(id), lengthBytes, extent -> extent.freeAwaited(id, lengthBytes));
  }

  private void free(Extent extent, int lengthBytes, Consumer<Extent> freeing) {
    long before = extent.room();
    freeing.accept(extent);
    room += extent.room() - before;
    used -= kind.units(lengthBytes);
    if (extent.used() == 0) {
      releaseEmpty();
    }
  }

  private Extent extentOfPage(long id) {
    return extentOf(Extent.numberOf(id));
  }

  private Extent extentOf(int number) {
    Extent extent = extents.get(number);
    if (extent == null) {
      throw new IllegalArgumentException("there is no such extent number=" + number);
    }
    return extent;
  }

  /**
   * Returns the extent of a page; null if another space holds it. Any thread that keeps the page.
   */
  @Nullable
  Extent find(long id) {
    return extents.get(Extent.numberOf(id));
  }

  /**
   * Writes the page that this thread has written to its buffer to the page's whole place, so that
   * the system need not read what was there.
   */
  void file(long id, int lengthBytes) {
    Extent extent = extentOfPage(id);
    PageFiling.write(extent.file().placed(), extent.fileOffset(id), placeBytes(lengthBytes));
  }

  /** Returns where in its file a page begins. */
  long fileOffset(long id) {
    return extentOfPage(id).fileOffset(id);
  }

  /** Whether a page in use was allocated since the last capture. */
  boolean isFresh(long id) {
    return extentOfPage(id).isFresh(id);
  }

  /**
   * Notes that a checkpoint may name each page in use from now on. Returns the descriptions of the
   * files.
   */
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
    return extentOfPage(id).isYoung(id);
  }

  private void releaseEmpty() {
    for (Extent extent : List.copyOf(extents.values())) {
      if (extent.used() == 0
          && extent != current
          && !growth.isGrowing(extent)
          && (extent.isEmptying()
              || room - extent.room() >= Math.max(used / RELEASE_PART, 2 * MIN_STEP_UNITS))) {
        release(extent);
      }
    }
  }

  private void release(Extent extent) {
    extents.remove(extent.number());
    emptied.remove(extent);
    capacity -= extent.capacity();
    room -= extent.room();
    diskBytes -= extent.diskBytes();
    growth.release(extent);
  }

  /** Returns the bytes that the units of a page take. */
  int placeBytes(int lengthBytes) {
    return kind.units(lengthBytes) * kind.unitBytes();
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

  /** Returns the bytes of the places that pages have, freed ones that wait for a checkpoint too. */
  long usedBytes() {
    return used * kind.unitBytes();
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
    emptied.clear();
    current = null;
    return forgotten;
  }
}
