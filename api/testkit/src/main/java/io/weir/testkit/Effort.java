package io.weir.testkit;

import java.util.Locale;

/**
 * How much a run of the tests tries. {@code -Dweir.effort} names it; Maven's profiles set it.
 *
 * <p>Classes and methods that a developer should not wait for carry the tag {@link #THOROUGHLY};
 * what takes minutes to hours carries {@code torture}. A test that runs in each effort asks here
 * how often.
 */
public enum Effort {

  /** What a developer waits for: {@code mvn verify}. */
  QUICK,

  /** What the build server tries: {@code mvn verify -Pthorough}. */
  THOROUGH,

  /** Hours: {@code mvn verify -Ptorture}. */
  TORTURE;

  /** The tag of tests that run in thorough and longer efforts alone. */
  public static final String THOROUGHLY = "thorough";

  private static final Effort CHOSEN = of(System.getProperty("weir.effort", "quick"));

  /** Returns the effort that a property names, in lower case. */
  static Effort of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** Returns the count for the effort of this run. */
  public static int choose(int quick, int thorough, int torture) {
    return switch (CHOSEN) {
      case QUICK -> quick;
      case THOROUGH -> thorough;
      case TORTURE -> torture;
    };
  }

  /** Returns whether this run has at least an effort. */
  public static boolean isAtLeast(Effort effort) {
    return CHOSEN.compareTo(effort) >= 0;
  }
}
