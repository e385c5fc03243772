package io.weir.engine.loop;

/**
 * The time that one kind of long work has on one loop: in turns of about a millisecond, one work after the other, each turn followed by a look at the
 * sockets.
 *
 * <p>Work is what reads, encodes, compresses or writes much at once, such as a stream or a large page. It asks {@link #isOver} after each
 * piece of some tenths of a millisecond, and leaves its rest to {@link #await} when the answer is yes. All that happens within a turn
 * counts, whichever work it belongs to: a subscriber that requests more while it is given something makes no new turn.
 *
 * <p>{@link #isOver} belongs to the loop's thread. Any thread may hand work over.
 */
public interface Turns {

  /** Most time of a turn, but for the last piece of work. */
  long MOST_NANOS = 1_000_000;

  /** For threads that are no loops: nothing waits for them, so their work runs at once and to its end. */
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

  /** Whether work that runs now has to leave its rest to a later turn. */
  boolean isOver();

  /** Runs the work at once if there is time for it now, otherwise in a later turn. */
  void take(Runnable work);

  /** Runs the work when the work that runs now returns, as a part of it; where none runs, as {@link #take} does. */
  void join(Runnable work);

  /** Runs the work in a later turn, after all work that waits already. */
  void await(Runnable work);
}
