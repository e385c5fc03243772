package io.weir.engine.tree;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Holds one published version, so that its pages stay.
 *
 * <p>Runs on: the thread that took it. That thread also closes it, in the same try block and before
 * it does anything else that can wait. While a pin is held, no page retired since can be reused.
 *
 * <p>Pins are reusable slots of {@link Epochs}; a pin must not be touched after it is closed.
 */
public final class Pin implements AutoCloseable {

  /** Greater than any version: the slot is free. */
  static final long FREE = Long.MAX_VALUE;

  private static final VarHandle PINNED;

  static {
    try {
      PINNED = MethodHandles.lookup().findVarHandle(Pin.class, "pinned", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * Keeps the fields of two slots on different cache lines, and off the line that the hardware
   * prefetches with them.
   */
  @SuppressWarnings("unused")
  private long p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15, p16;

  /**
   * The oldest version whose reachable pages are kept, with those of all later versions;
   * {@link Epochs} gives the order of accesses.
   */
  @SuppressWarnings("unused")
  private volatile long pinned = FREE;

  private @Nullable Tree tree;

  /** The thread that took the pin; read by assertions only. */
  private @Nullable Thread holder;

  boolean claim(long version) {
    return (long) PINNED.getVolatile(this) == FREE && PINNED.compareAndSet(this, FREE, version);
  }

  void hold(Tree tree) {
    this.tree = tree;
    this.holder = Thread.currentThread();
  }

  long pinned() {
    return (long) PINNED.getVolatile(this);
  }

  /** Returns the pinned version. */
  public Tree tree() {
    Tree held = tree;
    if (held == null) {
      throw new IllegalStateException("the pin is closed");
    }
    return held;
  }

  @Override
  public void close() {
    if (tree == null) {
      return;
    }
    assert holder == Thread.currentThread() : "not the thread that took the pin";
    tree = null;
    holder = null;
    PINNED.setRelease(this, FREE);
  }
}
