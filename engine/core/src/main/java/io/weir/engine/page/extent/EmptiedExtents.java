package io.weir.engine.page.extent;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The extents of one kind that are <em>emptied</em>: they allocate nothing, their pages move
 * elsewhere, and they are released when no place in them is used. {@link SparseExtents} says which
 * are worth it.
 *
 * <p>Runs on: the store's owner.
 */
final class EmptiedExtents {

  private final SparseExtents sparse;
  private final SortedMap<Integer, Extent> emptied = new TreeMap<>();

  /** The extent that is emptied as soon as growth has made room for its pages elsewhere. */
  private @Nullable Extent awaitsRoom;

  EmptiedExtents(ExtentKind kind) {
    this.sparse = new SparseExtents(kind);
  }

  /** Notes that units were allocated, or freed if negative. */
  void allocated(int units) {
    sparse.allocated(units);
  }

  /** Returns the free units that are likely to be used soon. Called once at each look. */
  long spareUnits(long used) {
    return sparse.spareUnits(used);
  }

  /**
   * Returns the extents to be emptied. If there are none, one that is worth it may wait for room
   * until the next call.
   *
   * @param hasRoomElsewhere whether the pages of an extent fit into the others now
   * @param makeRoom begins to make room for the pages of an extent, of which so many units are
   *     missing
   */
  List<Extent> choose(
      List<Extent> all,
      long spare,
      Predicate<Extent> hasRoomElsewhere,
      ObjLongConsumer<Extent> makeRoom) {
    Extent expected = awaitsRoom;
    awaitsRoom = null;
    if (expected != null && hasRoomElsewhere.test(expected)) {
      return List.of(expected);
    }
    long free = all.stream().mapToLong(Extent::free).sum();
    List<Extent> chosen = sparse.choose(all, free, spare);
    Extent worth = chosen.isEmpty() ? sparse.worthRoom(all, free, spare) : null;
    if (worth != null) {
      awaitsRoom = worth;
      makeRoom.accept(worth, SparseExtents.missing(worth, free, spare));
    }
    return chosen;
  }

  /** Begins to empty an extent. */
  void add(Extent extent) {
    extent.setEmptying(true);
    emptied.put(extent.number(), extent);
  }

  /** Ends the emptying. Returns the free units that are used again. */
  long stop() {
    emptied.values().forEach(extent -> extent.setEmptying(false));
    long room = emptied.values().stream().mapToLong(Extent::room).sum();
    emptied.clear();
    return room;
  }

  boolean isEmpty() {
    return emptied.isEmpty();
  }

  boolean contains(int number) {
    return emptied.containsKey(number);
  }

  /** Returns the extents in which no place is used. */
  List<Extent> withoutPlaces() {
    return emptied.values().stream().filter(extent -> extent.used() == 0).toList();
  }

  /** Whether pages have to move. */
  boolean havePages() {
    return emptied.values().stream().anyMatch(extent -> extent.inUse() > 0);
  }

  /** Whether all pages are freed, and places wait for a checkpoint. */
  boolean awaitCheckpoint() {
    return !havePages() && emptied.values().stream().anyMatch(extent -> extent.used() > 0);
  }

  /** Forgets an extent that is released. */
  void remove(Extent extent) {
    emptied.remove(extent.number());
    if (awaitsRoom == extent) {
      awaitsRoom = null;
    }
  }

  /** Forgets all extents. */
  void clear() {
    emptied.clear();
    awaitsRoom = null;
  }
}
