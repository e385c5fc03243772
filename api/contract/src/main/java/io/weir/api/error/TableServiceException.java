package io.weir.api.error;

import org.jspecify.annotations.Nullable;

/**
 * A failed request and its reason.
 *
 * <p>The message is the code's constant text followed by facts as {@code key=value}. A failure that
 * is an ordinary answer to a request has no stack trace: creating one costs as much as serving a
 * small request. A failure with a cause has one.
 *
 * <p>A failure of a batch names the operation that caused it: {@link #failedOperation()}.
 */
public abstract sealed class TableServiceException extends RuntimeException
    permits AccessDeniedException,
        ChangesLostException,
        ConflictException,
        InvalidRequestException,
        NotFoundException,
        PreconditionFailedException,
        ServiceFailedException,
        ServiceBusyException {

  /**
   * Value of {@link #failedOperation()} when the failure does not belong to one operation of a
   * batch.
   */
  public static final int NO_OPERATION = -1;

  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final String facts;
  private final int failedOperation;

  TableServiceException(
      ErrorCode code, String facts, int failedOperation, @Nullable Throwable cause) {
    super(message(code, PrintableFacts.of(facts)), cause, false, cause != null);
    this.code = code;
    this.facts = PrintableFacts.of(facts);
    this.failedOperation = failedOperation;
  }

  private static String message(ErrorCode code, String facts) {
    return facts.isEmpty() ? code.text() : code.text() + " " + facts;
  }

  /** Returns the protocol's code. */
  public final ErrorCode code() {
    return code;
  }

  /**
   * Returns the facts as {@code key=value}; may be empty. They contain no control characters and no
   * unpaired surrogates, and are limited in length.
   */
  public final String facts() {
    return facts;
  }

  /** Returns the zero-based index of the batch operation that failed, or {@link #NO_OPERATION}. */
  public final int failedOperation() {
    return failedOperation;
  }

  /** Whether the unchanged request may succeed later. */
  public boolean retryable() {
    return false;
  }

  /** Returns this failure as the failure of one operation of a batch. */
  public abstract TableServiceException atOperation(int index);

  /**
   * Returns the exception type that belongs to a code.
   *
   * <p>The remote client uses it, because it knows only code and facts.
   */
  public static TableServiceException of(ErrorCode code, String facts) {
    return switch (code) {
      case TABLE_NOT_FOUND,
          RESOURCE_NOT_FOUND,
          QUEUE_NOT_FOUND,
          MESSAGE_NOT_FOUND,
          CONSUMER_NOT_FOUND -> new NotFoundException(code, facts);
      case TABLE_ALREADY_EXISTS,
          ENTITY_ALREADY_EXISTS,
          RESOURCE_ALREADY_EXISTS,
          QUEUE_ALREADY_EXISTS,
          CONSUMER_ALREADY_EXISTS,
          TOO_MANY_CONSUMERS,
          UNIQUE_INDEX_VIOLATION,
          CHANGE_TOKEN_REUSED,
          CHANGE_ANSWER_FORGOTTEN,
          UPLOAD_OFFSET_MISMATCH -> new ConflictException(code, facts);
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
      case CHANGES_LOST -> new ChangesLostException(facts);
      case SERVER_BUSY -> new ServiceBusyException(facts);
      case INTERNAL_ERROR, OPERATION_TIMED_OUT -> new ServiceFailedException(code, facts, null);
      default -> new InvalidRequestException(code, facts);
    };
  }
}
