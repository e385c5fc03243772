package io.weir.perf.pattern;

/**
 * The size of a run.
 *
 * @param employees of the largest tables, at least {@link #FEWEST}
 * @param points repetitions of what reads or writes few entities
 * @param scans repetitions of what reads a whole table
 * @param slowly repetitions of all else
 */
record PatternEffort(int employees, int points, int scans, int slowly) {

  static final int FEWEST = 2_000;

  static final PatternEffort WHOLE = new PatternEffort(1_000_000, 1_000, 3, 20);

  /** Everything once, in less than a minute; the numbers mean nothing. */
  static final PatternEffort TRIAL = new PatternEffort(FEWEST, 4, 1, 1);

  PatternEffort {
    if (employees < FEWEST) {
      throw new IllegalArgumentException(
          "ask for more employees employees=" + employees + " fewest=" + FEWEST);
    }
  }

  PatternEffort withEmployees(int others) {
    return new PatternEffort(others, points, scans, slowly);
  }
}
