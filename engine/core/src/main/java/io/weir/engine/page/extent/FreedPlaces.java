package io.weir.engine.page.extent;

import java.util.function.IntFunction;

/**
 * The places of freed pages that a checkpoint may name: those that wait for the next one
 * ({@link Limbo}), and those that were kept for a pinned one ({@link PinnedPlaces}).
 *
 * <p>Runs on: the store's owner.
 */
final class FreedPlaces {

  private final Limbo limbo = new Limbo();
  private final PinnedPlaces pinned = new PinnedPlaces();
  private final IntFunction<ExtentSpace> spaces;
  private long limboBytes;
  private long pinnedBytes;

  /** @param spaces returns the space of pages of a length */
  FreedPlaces(IntFunction<ExtentSpace> spaces) {
    this.spaces = spaces;
  }

  /** Keeps the place of a page that was freed after a capture and before the next. */
  void add(long capture, long id, int lengthBytes) {
    ExtentSpace space = spaces.apply(lengthBytes);
    limbo.add(capture, id, lengthBytes);
    space.await(id, lengthBytes);
    limboBytes += space.placeBytes(lengthBytes);
  }

  /**
   * Makes places available that were freed before a capture whose checkpoint is durable, unless a
   * pinned checkpoint names them.
   *
   * @param most places to look at
   * @return whether there are more
   */
  boolean release(long durable, int most) {
    pinned.durable(durable);
    return limbo.release(durable, most, (capture, id, lengthBytes) -> {
      ExtentSpace space = spaces.apply(lengthBytes);
      limboBytes -= space.placeBytes(lengthBytes);
      if (pinned.names(capture) && !space.isYoung(id)) {
        pinned.add(id, lengthBytes);
        pinnedBytes += space.placeBytes(lengthBytes);
      } else {
        space.freeAwaited(id, lengthBytes);
      }
    });
  }

  /** Pins the last durable checkpoint. */
  void pin() {
    pinned.pin();
  }

  void unpin() {
    pinned.unpin();
  }

  /**
   * Makes places available that were kept for pins, at most {@code most} of them. Returns whether
   * there are more. Does nothing while there is a pin.
   */
  boolean releasePinned(int most) {
    return pinned.release(most, (id, lengthBytes) -> {
      ExtentSpace space = spaces.apply(lengthBytes);
      space.freeAwaited(id, lengthBytes);
      pinnedBytes -= space.placeBytes(lengthBytes);
    });
  }

  /** Whether there is a pin, or a place that was kept for one. */
  boolean isPinned() {
    return !pinned.isEmpty();
  }

  /** Returns the bytes of the places that wait for a checkpoint. */
  long limboBytes() {
    return limboBytes;
  }

  /** Returns the bytes of the places that are kept for pins. */
  long pinnedBytes() {
    return pinnedBytes;
  }
}
