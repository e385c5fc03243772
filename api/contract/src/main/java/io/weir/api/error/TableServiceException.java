package io.weir.api.error;

import org.jspecify.annotations.Nullable;

/**
 * A request that was not carried out, and why.
 *
 * <p>The message is the code's constant text, then facts as {@code key=value}. Failures carry no stack trace where they
 * are answers to a request rather than faults of the service: making one costs as much as serving a small request.
 *
 * <p>A failure inside a batch names the operation that caused it: {@link #failedOperation()}.
 */
public abstract sealed class TableServiceException extends RuntimeException
    permits AccessDeniedException,
        ConflictException,
        InvalidRequestException,
        NotFoundException,
        PreconditionFailedException,
        ServiceFailedException,
        ServiceBusyException {

  /** Value of {@link #failedOperation()} when the failure is not that of one operation in a batch. */
  public static final int NO_OPERATION = -1;

  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final String facts;
  private final int failedOperation;

  TableServiceException(
      ErrorCode code, String facts, int failedOperation, @Nullable Throwable cause) {
    super(message(code, Facts.printable(facts)), cause, false, cause != null);
    this.code = code;
    this.facts = Facts.printable(facts);
    this.failedOperation = failedOperation;
  }

  private static String message(ErrorCode code, String facts) {
    return facts.isEmpty() ? code.text() : code.text() + " " + facts;
  }

  /** The protocol's code. */
  public final ErrorCode code() {
    return code;
  }

  /**
   * What is known beside the constant text, as {@code key=value}; may be empty. Fit to be written anywhere: without control characters
   * and broken ones, and cut where it would be long.
   */
  public final String facts() {
    return facts;
  }

  /** Zero-based index of the operation of a batch that failed, or {@link #NO_OPERATION}. */
  public final int failedOperation() {
    return failedOperation;
  }

  /** Whether the same request may succeed later without being changed. */
  public boolean retryable() {
    return false;
  }

  /** The same failure, said of one operation of a batch. */
  public abstract TableServiceException atOperation(int index);

  /**
   * The member of the family that stands for a code.
   *
   * <p>Used where only code and facts are known: at the remote door.
   */
  public static TableServiceException of(ErrorCode code, String facts) {
    return switch (code) {
      case TABLE_NOT_FOUND, RESOURCE_NOT_FOUND -> new NotFoundException(code, facts);
      case TABLE_ALREADY_EXISTS, ENTITY_ALREADY_EXISTS -> new ConflictException(code, facts);
      case UPDATE_CONDITION_NOT_SATISFIED -> new PreconditionFailedException(facts);
      case INVALID_AUTHENTICATION_INFO,
          NO_AUTHENTICATION_INFORMATION,
          AUTHENTICATION_FAILED,
          AUTHORIZATION_FAILURE,
          AUTHORIZATION_PERMISSION_MISMATCH,
          AUTHORIZATION_RESOURCE_TYPE_MISMATCH,
          AUTHORIZATION_SERVICE_MISMATCH,
          AUTHORIZATION_PROTOCOL_MISMATCH,
          AUTHORIZATION_SOURCE_IP_MISMATCH,
          CORS_PREFLIGHT_FAILURE -> new AccessDeniedException(code, facts);
      case SERVER_BUSY -> new ServiceBusyException(facts);
      case INTERNAL_ERROR, OPERATION_TIMED_OUT -> new ServiceFailedException(code, facts, null);
      default -> new InvalidRequestException(code, facts);
    };
  }
}
