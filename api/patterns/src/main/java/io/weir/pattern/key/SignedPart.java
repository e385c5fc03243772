package io.weir.pattern.key;

/**
 * Numbers of either sign in a fixed number of decimal digits. A first digit 1 precedes a
 * non-negative number. A first digit 0 precedes the distance of a negative number from the least
 * number. Both halves, one after the other, are therefore in order. Any thread.
 *
 * @param width digits after the first
 */
record SignedPart(int width, long least, long most) implements LongPart {

  private static final char NEGATIVE = '0';
  private static final char POSITIVE = '1';

  @Override
  public String write(Long value) {
    return value < 0
        ? NEGATIVE + digits(-1 - least).write(value - least)
        : POSITIVE + digits(most).write(value);
  }

  @Override
  public Long read(String text) {
    if (text.isEmpty()) {
      throw malformed(text);
    }
    var rest = text.substring(1);
    return switch (text.charAt(0)) {
      case NEGATIVE -> digits(-1 - least).read(rest) + least;
      case POSITIVE -> digits(most).read(rest);
      default -> throw malformed(text);
    };
  }

  private DigitsPart digits(long largest) {
    return new DigitsPart(width, largest);
  }

  private RuntimeException malformed(String text) {
    return MalformedKey.key("signedDigits=" + (width + 1), text);
  }
}
