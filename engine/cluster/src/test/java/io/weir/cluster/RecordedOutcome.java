package io.weir.cluster;

import io.weir.engine.consensus.Outcome;

/** Remembers what became of an entry, and fails if it hears so twice. */
final class RecordedOutcome implements Outcome {

  /** Open until one of the three is reported. */
  enum State {
    OPEN,
    KEPT,
    REFUSED,
    UNKNOWN
  }

  private final World world;
  private volatile State state = State.OPEN;
  private volatile boolean twice;

  RecordedOutcome(World world) {
    this.world = world;
  }

  @Override
  public void kept() {
    report(State.KEPT);
  }

  @Override
  public void refused(String reason) {
    report(State.REFUSED);
  }

  @Override
  public void unknown() {
    report(State.UNKNOWN);
  }

  private void report(State reported) {
    world.change(() -> {
      twice = state != State.OPEN;
      state = reported;
    });
  }

  State state() {
    if (twice) {
      throw new AssertionError("an entry has two outcomes; the last is " + state);
    }
    return state;
  }

  /** Waits for the outcome. */
  State await() {
    world.until("an entry has an outcome", () -> state != State.OPEN);
    return state();
  }
}
