package io.weir.api.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.error.TableServiceException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Assertions on failures: their exception type and their code. */
final class Failures {

  private Failures() {}

  static TableServiceException assertTableNotFound(ThrowingCallable request) {
    return assertFails(NotFoundException.class, ErrorCode.TABLE_NOT_FOUND, request);
  }

  static TableServiceException assertNotFound(ThrowingCallable request) {
    return assertFails(NotFoundException.class, ErrorCode.RESOURCE_NOT_FOUND, request);
  }

  static TableServiceException assertEntityExists(ThrowingCallable request) {
    return assertFails(ConflictException.class, ErrorCode.ENTITY_ALREADY_EXISTS, request);
  }

  static TableServiceException assertNotUnique(ThrowingCallable request) {
    return assertFails(ConflictException.class, ErrorCode.UNIQUE_INDEX_VIOLATION, request);
  }

  static TableServiceException assertTokenReused(ThrowingCallable request) {
    return assertFails(ConflictException.class, ErrorCode.CHANGE_TOKEN_REUSED, request);
  }

  static TableServiceException assertTableExists(ThrowingCallable request) {
    return assertFails(ConflictException.class, ErrorCode.TABLE_ALREADY_EXISTS, request);
  }

  static TableServiceException assertOtherVersion(ThrowingCallable request) {
    return assertFails(
        PreconditionFailedException.class, ErrorCode.UPDATE_CONDITION_NOT_SATISFIED, request);
  }

  static TableServiceException assertInvalid(ErrorCode code, ThrowingCallable request) {
    return assertFails(InvalidRequestException.class, code, request);
  }

  private static TableServiceException assertFails(
      Class<? extends TableServiceException> type, ErrorCode code, ThrowingCallable request) {
    var failure = catchThrowable(request);
    assertThat(failure).isInstanceOf(type);
    var typed = type.cast(failure);
    assertThat(typed.code()).as("%s", typed.getMessage()).isEqualTo(code);
    assertThat(typed.retryable()).isFalse();
    return typed;
  }
}
