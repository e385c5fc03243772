package io.weir.api.error;

/**
 * Facts in a form that can be logged, sent in a header and written as JSON, whatever was quoted in them.
 *
 * <p>A failure often quotes what it refuses, and what is refused may be of any length and hold line ends or half characters.
 */
final class Facts {

  static final int LONGEST_UNITS = 300;

  private static final int REPLACEMENT = 0xFFFD;

  private Facts() {}

  /** The facts with each control character and each unpaired surrogate replaced, and cut after {@link #LONGEST_UNITS}. */
  static String printable(String facts) {
    var cut = facts.length() <= LONGEST_UNITS ? facts : facts.substring(0, LONGEST_UNITS) + "…";
    if (cut.codePoints().allMatch(Facts::isPrintable)) {
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
