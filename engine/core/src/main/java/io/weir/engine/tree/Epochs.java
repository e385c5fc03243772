package io.weir.engine.tree;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The published version of a tree, and who still reads which version.
 *
 * <p>{@link #pin}: any thread; never waits. {@link #publish} and {@link #oldestPinned}: the
 * writer's thread.
 *
 * <p>A reader has to say "I read version v" before it reads v, and v may have been replaced, and
 * its pages freed, between looking it up and saying so. So it says so first and looks again:
 *
 * <pre>
 * reader                              writer
 * R1  v = published.version           W1  published = w
 * R2  slot = v                        W2  scan all slots
 * R3  tree = published                W3  free pages retired by versions up to the smallest
 * </pre>
 *
 * <p>R2, R3, W1 and W2 are volatile accesses, so they stand in one order that all threads see. If
 * R2 comes before W2, the writer sees the slot, and frees only pages that version v and all later
 * ones do not reach; the tree read in R3 is v or later. If W2 comes before R2, then W1 comes before
 * R3, and the reader gets w or a later version, which does not reach any page that W3 frees.
 * Without the full fence between R2 and R3 both could miss each other. Nothing is ever repeated, so
 * neither side can hold the other up.
 *
 * <p>R3 also sees the pages of the tree complete: the writer wrote them before W1. And the writer
 * that finds a slot free, or with a later version, does so after the reader's last look at the
 * pages: the slot is set with release and scanned with acquire.
 *
 * <p>There are {@value #SLOTS} slots, on cache lines of their own; a thread starts at one of its
 * own and takes the first that is free. When all are taken a pin is counted instead, with the same
 * order of accesses (the counter goes up before R3, and W2 reads it too), and as long as the count
 * is above zero nothing is freed.
 */
final class Epochs {

  static final int SLOTS = 32;

  private final Pin[] slots = new Pin[SLOTS];
  private final AtomicLong overflow = new AtomicLong();
  private volatile Tree published;

  Epochs(Tree first) {
    published = first;
    for (int i = 0; i < SLOTS; i++) {
      slots[i] = new Pin(null);
    }
  }

  /** Holds the published version. Allocates only when all slots are taken. */
  Pin pin() {
    return claim(published.version());
  }

  /** R2 and R3: says that a version is read, then gets the one that is published by now. */
  Pin claim(long version) {
    int start = (int) ((Thread.currentThread().getId() * 0x9E3779B97F4A7C15L) >>> 59);
    for (int i = 0; i < SLOTS; i++) {
      Pin slot = slots[(start + i) % SLOTS];
      if (slot.claim(version)) {
        slot.hold(published);
        return slot;
      }
    }
    overflow.getAndIncrement();
    var pin = new Pin(overflow);
    pin.hold(published);
    return pin;
  }

  /** Makes a version the one that readers get. */
  void publish(Tree tree) {
    published = tree;
  }

  Tree published() {
    return published;
  }

  /** A version that no pin is older than; {@link Pin#FREE} when nothing is pinned. */
  long oldestPinned() {
    if (overflow.get() > 0) {
      return 0;
    }
    long oldest = Pin.FREE;
    for (Pin slot : slots) {
      oldest = Math.min(oldest, slot.pinned());
    }
    return oldest;
  }
}
