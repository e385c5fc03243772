package io.weir.engine.loop;

/**
 * The turns of one kind of long work on one loop. A turn lasts about one millisecond, and the loop
 * polls its sockets after it.
 *
 * <p>Long work reads, encodes, compresses or writes much data, as a stream or a large page does. It
 * is divided into pieces of some tenths of a millisecond. After each piece the work calls
 * {@link #isOver}; if that returns true, it passes its remainder to {@link #await}. All work within
 * a turn counts against the turn. A subscriber that requests more from within its {@code onNext}
 * therefore gets no new turn.
 *
 * <p>{@link #isOver}: the loop's thread. Other methods: any thread.
 */
public interface Turns {

  /** Longest duration of a turn, apart from the last piece of work. */
  long MOST_NANOS = 1_000_000;

  /**
   * The turns of threads that are not loops. No other work waits for them, so their work runs at
   * once and to its end.
   */
  Turns ENDLESS = new Turns() {
    @Override
    public boolean isOver() {
      return false;
    }

    @Override
    public void take(Runnable work) {
      work.run();
    }

    @Override
    public void join(Runnable work) {
      work.run();
    }

    @Override
    public void await(Runnable work) {
      work.run();
    }
  };

  /** Whether the running work must continue in a later turn. */
  boolean isOver();

  /** Runs the work at once if the turn has time left, otherwise in a later turn. */
  void take(Runnable work);

  /**
   * Runs the work in the same slice after the work that runs now. If none runs, does the same as
   * {@link #take}.
   */
  void join(Runnable work);

  /** Runs the work in a later turn, after all work that is already waiting. */
  void await(Runnable work);
}
