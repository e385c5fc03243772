package io.weir.engine.balance;

import java.time.Duration;

/**
 * When shards move between loops.
 *
 * @param isOn whether the store moves shards by itself
 * @param look the interval at which the loads are read
 * @param patience how long an imbalance must last, and the least time between two moves
 * @param imbalance the difference between the busiest and the idlest loop, as a part of the busiest
 *     one's load, that is too much
 */
public record Balancing(boolean isOn, Duration look, Duration patience, double imbalance) {

  /** One move when the loads have differed by more than a fifth for ten seconds. */
  public static final Balancing DEFAULT =
      new Balancing(true, Duration.ofSeconds(1), Duration.ofSeconds(10), 0.2);

  /** Shards move only when an operator moves them. */
  public static final Balancing OFF =
      new Balancing(false, DEFAULT.look(), DEFAULT.patience(), DEFAULT.imbalance());

  public Balancing {
    if (look.toMillis() < 1) {
      throw new IllegalArgumentException("the interval must be at least 1 ms look=" + look);
    }
    if (patience.compareTo(look) < 0) {
      throw new IllegalArgumentException(
          "the patience must be at least one interval patience=" + patience + " look=" + look);
    }
    if (!(imbalance > 0 && imbalance < 1)) {
      throw new IllegalArgumentException(
          "the imbalance must be between 0 and 1 imbalance=" + imbalance);
    }
  }
}
