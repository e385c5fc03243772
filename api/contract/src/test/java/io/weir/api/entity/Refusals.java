package io.weir.api.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Assertions on the code of a refusal. */
final class Refusals {

  private Refusals() {}

  static void assertRefused(ErrorCode code, ThrowingCallable attempt) {
    assertThat(catchThrowable(attempt))
        .isInstanceOfSatisfying(
            InvalidRequestException.class, failure -> assertThat(failure.code()).isEqualTo(code));
  }
}
