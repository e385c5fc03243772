package io.weir.api;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/** The failure of a service that lacks a feature. */
final class Lacking {

  private Lacking() {}

  /** Returns a failure {@code NotImplemented} that names the feature. */
  static InvalidRequestException feature(String name) {
    return new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "lacks=" + name);
  }
}
