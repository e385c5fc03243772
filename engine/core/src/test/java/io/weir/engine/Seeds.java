package io.weir.engine;

import io.weir.testkit.Effort;
import java.io.IOException;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * The seeds that a test of random lives runs with.
 *
 * <p>Each day has seeds of its own, so that days together try what no single run could. A failure
 * names its seed. {@code -Dweir.seed=N} chooses that seed alone; {@code -Dweir.firstSeed=N} with
 * {@code -Dweir.seeds=M} chooses M seeds from N on.
 */
public record Seeds(long first, int count) {

  /** More than the longest run tries of one test, so that no two days share a seed. */
  private static final long SEEDS_OF_A_DAY = 100_000;

  private static final int MANY = 12;
  private static final long ALONE = Long.getLong("weir.seed", -1);

  /** A test of one seed. */
  public interface Story {
    void tell(long seed) throws IOException;
  }

  /** Returns the chosen seeds, or a number of the day's that fits the effort of the run. */
  public static Seeds of(int quick, int thorough, int torture) {
    if (isReplay()) {
      return new Seeds(ALONE, 1);
    }
    var count = Integer.getInteger("weir.seeds", Effort.choose(quick, thorough, torture));
    return new Seeds(Long.getLong("weir.firstSeed", ofToday()), count);
  }

  private static long ofToday() {
    return LocalDate.now(ZoneOffset.UTC).toEpochDay() * SEEDS_OF_A_DAY;
  }

  /** Returns whether one seed alone was chosen. */
  public static boolean isReplay() {
    return ALONE >= 0;
  }

  /** Returns whether so many seeds are tried that together they must have met the rare cases. */
  public boolean areMany() {
    return count >= MANY;
  }

  /** Returns the number after the last seed. */
  public long end() {
    return first + count;
  }

  /** Tells the story of each seed, until one fails. The failure names its seed. */
  public void forEach(Story story) {
    for (var seed = first; seed < end(); seed++) {
      try {
        story.tell(seed);
      } catch (AssertionError | RuntimeException | IOException e) {
        throw new AssertionError("replay with -Dweir.seed=" + seed, e);
      }
    }
  }
}
