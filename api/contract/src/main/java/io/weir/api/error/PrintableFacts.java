package io.weir.api.error;

/**
 * The facts of a failure in a form that can be logged, sent in a header and written as JSON.
 *
 * <p>A failure often quotes its input. That input may have any length and may contain line ends or
 * unpaired surrogates.
 */
final class PrintableFacts {

  static final int LONGEST_UNITS = 300;

  private static final int REPLACEMENT = 0xFFFD;

  private PrintableFacts() {}

  /**
   * Returns the facts with every control character and every unpaired surrogate replaced, cut after
   * {@link #LONGEST_UNITS} units.
   */
  static String of(String facts) {
    var cut = facts.length() <= LONGEST_UNITS ? facts : facts.substring(0, LONGEST_UNITS) + "…";
    if (cut.codePoints().allMatch(PrintableFacts::isPrintable)) {
      return cut;
    }
    var printable = new StringBuilder(cut.length());
    cut.codePoints()
        .map(point -> isPrintable(point) ? point : REPLACEMENT)
        .forEach(printable::appendCodePoint);
    return printable.toString();
  }

  private static boolean isPrintable(int point) {
    return !Character.isISOControl(point) && Character.getType(point) != Character.SURROGATE;
  }
}
