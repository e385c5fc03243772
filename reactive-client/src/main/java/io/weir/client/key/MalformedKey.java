package io.weir.client.key;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/** The failure of reading a key by a pattern that did not write it. */
final class MalformedKey {

  private MalformedKey() {}

  static InvalidRequestException key(String expected, String text) {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT, "expectedKeyPart=" + expected + " found=" + text);
  }
}
