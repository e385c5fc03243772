package io.weir.pattern.key;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/** The failure for a key that the reading part did not write. */
final class MalformedKey {

  private MalformedKey() {}

  static InvalidRequestException key(String expected, String text) {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT, "expectedKeyPart=" + expected + " found=" + text);
  }
}
