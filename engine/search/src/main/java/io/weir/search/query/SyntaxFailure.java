package io.weir.search.query;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/** Makes the failures of searches whose text is wrong. */
public final class SyntaxFailure {

  private SyntaxFailure() {}

  /** Returns the failure at an index of the text, with what could stand there. */
  public static InvalidRequestException at(int index, String expected) {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT, "search=malformed at=" + index + " expected=" + expected);
  }
}
