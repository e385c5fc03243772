package io.weir.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What is wrong with options, collected so that all of it is told at once. Belongs to one thread. */
final class Mistakes {

  private final List<String> found = new ArrayList<>();

  void add(String mistake) {
    found.add(mistake);
  }

  void requireRange(String name, int value, int from, int to) {
    if (value < from || value > to) {
      add(name + "=" + value + " from=" + from + " to=" + to);
    }
  }

  void requirePositive(String name, Duration value) {
    if (value.isNegative() || value.isZero()) {
      add(name + "=" + value + " expected=positive");
    }
  }

  void requireNotNegative(String name, Duration value) {
    if (value.isNegative()) {
      add(name + "=" + value + " expected=notNegative");
    }
  }

  /** Fails with {@link IllegalArgumentException} that names everything found. */
  void requireNone() {
    if (!found.isEmpty()) {
      throw new IllegalArgumentException("Options are wrong. " + String.join(" ", found));
    }
  }
}
