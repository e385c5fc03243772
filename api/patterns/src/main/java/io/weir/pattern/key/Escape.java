package io.weir.pattern.key;

/**
 * Separates the parts of a compound key without changing their order.
 *
 * <pre>
 * character   in a part of a compound key
 * blank       "0
 * !           "1      alone it stands between two parts
 * "           "2
 * any other   as it is
 * </pre>
 *
 * <p>deliberate: blank, {@code !} and {@code "} are the three least characters that a key may
 * contain. Their escapes begin with {@code "} and sort as they do, so escaped texts sort as the
 * texts do. The separator is less than every character that can continue a part. A part that is a
 * prefix of another therefore sorts first, whatever follows it. Any thread.
 */
final class Escape {

  static final char SEPARATOR = '!';

  private static final char ESCAPE = '"';
  private static final String ESCAPED = " !\"";

  private Escape() {}

  static String escape(String text) {
    var escaped = new StringBuilder(text.length() + 4);
    for (var i = 0; i < text.length(); i++) {
      var code = ESCAPED.indexOf(text.charAt(i));
      if (code < 0) {
        escaped.append(text.charAt(i));
      } else {
        escaped.append(ESCAPE).append((char) ('0' + code));
      }
    }
    return escaped.toString();
  }

  /** Reads back {@link #escape}. Fails with {@code InvalidInput} for what it does not write. */
  static String unescape(String escaped) {
    var text = new StringBuilder(escaped.length());
    for (var i = 0; i < escaped.length(); i++) {
      var unit = escaped.charAt(i);
      if (unit != ESCAPE) {
        text.append(unit);
        continue;
      }
      i++;
      var code = i < escaped.length() ? escaped.charAt(i) - '0' : -1;
      if (code < 0 || code >= ESCAPED.length()) {
        throw MalformedKey.key("escapedText", escaped);
      }
      text.append(ESCAPED.charAt(code));
    }
    return text.toString();
  }
}
