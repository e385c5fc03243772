package io.weir.engine.tree;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A block of slots for pins, on cache lines of their own, and a link to the next block.
 *
 * <p>Any thread. Blocks are added and never removed. A reader that adds one links it, by a volatile
 * write, before it claims a slot of it. The writer scans after it has published, so it either finds
 * the slot or comes before the reader's second look ({@link Epochs}).
 */
final class PinBlock {

  private static final int SLOT_BITS = 5;

  static final int SLOTS = 1 << SLOT_BITS;

  /** Spreads adjacent thread ids over the slots (Fibonacci hashing). */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private static final VarHandle NEXT;

  static {
    try {
      NEXT = MethodHandles.lookup().findVarHandle(PinBlock.class, "next", PinBlock.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Pin[] slots = new Pin[SLOTS];

  private volatile @Nullable PinBlock next;

  PinBlock() {
    for (int i = 0; i < SLOTS; i++) {
      slots[i] = new Pin();
    }
  }

  /**
   * Claims a slot for a version, the thread's own if it is free. Returns null if no slot is free.
   */
  @Nullable
  Pin claim(long version) {
    int start = (int) ((Thread.currentThread().getId() * SPREAD) >>> (Long.SIZE - SLOT_BITS));
    for (int i = 0; i < SLOTS; i++) {
      Pin slot = slots[(start + i) % SLOTS];
      if (slot.claim(version)) {
        return slot;
      }
    }
    return null;
  }

  /** Returns the oldest version that a slot holds; {@link Pin#FREE} if all slots are free. */
  long oldest() {
    long oldest = Pin.FREE;
    for (Pin slot : slots) {
      oldest = Math.min(oldest, slot.pinned());
    }
    return oldest;
  }

  @Nullable
  PinBlock next() {
    return next;
  }

  PinBlock nextOrNew() {
    PinBlock known = next;
    if (known != null) {
      return known;
    }
    var added = new PinBlock();
    var other = (PinBlock) NEXT.compareAndExchange(this, null, added);
    return other == null ? added : other;
  }
}
