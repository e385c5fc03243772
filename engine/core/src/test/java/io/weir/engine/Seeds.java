package io.weir.engine;

import java.io.IOException;

/**
 * The seeds that a test of random lives runs with.
 *
 * <p>{@code -Dweir.firstSeed=N} with {@code -Dweir.seeds=M} chooses M seeds from N on; {@code -Dweir.seed=N} chooses that seed alone.
 */
public record Seeds(long first, int count) {

  private static final long ALONE = Long.getLong("weir.seed", -1);

  /** A test of one seed. */
  public interface Story {
    void tell(long seed) throws IOException;
  }

  /** Returns the chosen seeds. Without a choice they are {@code usual} seeds from 0 on, or {@code inTorture} seeds in a torture run. */
  public static Seeds of(int usual, int inTorture) {
    if (isReplay()) {
      return new Seeds(ALONE, 1);
    }
    var count = Boolean.getBoolean("weir.torture") ? inTorture : usual;
    return new Seeds(Long.getLong("weir.firstSeed", 0), Integer.getInteger("weir.seeds", count));
  }

  /** Returns whether one seed alone was chosen, which need not show what many seeds together show. */
  public static boolean isReplay() {
    return ALONE >= 0;
  }

  /** Tells the story of each seed, until one fails. The failure names its seed. */
  public void forEach(Story story) {
    for (var seed = first; seed < first + count; seed++) {
      try {
        story.tell(seed);
      } catch (AssertionError | RuntimeException | IOException e) {
        throw new AssertionError("replay with -Dweir.seed=" + seed, e);
      }
    }
  }
}
