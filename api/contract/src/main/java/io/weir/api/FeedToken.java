package io.weir.api;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/**
 * A place in a change feed, as opaque text. It stays valid when the service restarts, for as long
 * as the service keeps the changes after it.
 *
 * @param text made by a service; letters, digits, {@code -} and {@code _}
 */
public record FeedToken(String text) {

  private static final int LONGEST = 4096;

  /** Fails with {@code InvalidInput} for a text that no service makes. */
  public FeedToken {
    if (text.isEmpty() || text.length() > LONGEST || !isBase64(text)) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=feedToken");
    }
  }

  /** deliberate: a loop rather than a stream, because a feed makes a token for each change. */
  private static boolean isBase64(String text) {
    for (var i = 0; i < text.length(); i++) {
      if (!isBase64(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isBase64(char unit) {
    return unit >= 'a' && unit <= 'z'
        || unit >= 'A' && unit <= 'Z'
        || unit >= '0' && unit <= '9'
        || unit == '-'
        || unit == '_';
  }

  @Override
  public String toString() {
    return text;
  }
}
