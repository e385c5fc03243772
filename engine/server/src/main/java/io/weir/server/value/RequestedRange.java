package io.weir.server.value;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The part of a value that a request asks for by {@code Range} (RFC 9110, section 14).
 *
 * <p>deliberate: several ranges at once, other units, and malformed headers are ignored, as the RFC
 * permits: the answer is the whole value.
 *
 * @param first position of the first byte
 * @param end position after the last byte, at most the length of the value
 */
record RequestedRange(long first, long end) {

  private static final Pattern RANGE =
      Pattern.compile("bytes=\\s*([0-9]*)\\s*-\\s*([0-9]*)\\s*", Pattern.CASE_INSENSITIVE);

  /** More digits than these mean more bytes than a value can have. */
  private static final int DIGITS = 18;

  /**
   * Returns the part; empty for the whole value. Fails with {@code InvalidRange} if the value has
   * none of these bytes.
   *
   * @param header the header; empty if it is absent
   */
  static Optional<RequestedRange> of(String header, long lengthBytes) {
    var range = RANGE.matcher(header.strip());
    if (!range.matches() || range.group(1).isEmpty() && range.group(2).isEmpty()) {
      return Optional.empty();
    }
    return range.group(1).isEmpty()
        ? suffix(number(range.group(2)), lengthBytes)
        : part(number(range.group(1)), range.group(2), lengthBytes);
  }

  private static Optional<RequestedRange> part(long first, String last, long lengthBytes) {
    var end = last.isEmpty() ? lengthBytes : Math.min(number(last) + 1, lengthBytes);
    if (!last.isEmpty() && number(last) < first) {
      return Optional.empty();
    }
    if (first >= lengthBytes) {
      throw unsatisfiable(lengthBytes);
    }
    return Optional.of(new RequestedRange(first, end));
  }

  private static Optional<RequestedRange> suffix(long bytes, long lengthBytes) {
    if (bytes == 0) {
      throw unsatisfiable(lengthBytes);
    }
    return lengthBytes == 0
        ? Optional.empty()
        : Optional.of(new RequestedRange(Math.max(0, lengthBytes - bytes), lengthBytes));
  }

  private static long number(String digits) {
    return digits.length() > DIGITS ? Long.MAX_VALUE - 1 : Long.parseLong(digits);
  }

  private static InvalidRequestException unsatisfiable(long lengthBytes) {
    return new InvalidRequestException(ErrorCode.INVALID_RANGE, "of=" + lengthBytes);
  }

  long lengthBytes() {
    return end - first;
  }

  /** Returns the value of {@code Content-Range}. */
  String contentRange(long ofBytes) {
    return "bytes " + first + "-" + (end - 1) + "/" + ofBytes;
  }
}
