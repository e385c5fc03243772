package io.weir.api.error;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The failure of a request that the service could not carry out: its disk failed, its time ran out,
 * or it has a fault.
 *
 * <p>The outcome of a failed write is <em>unknown</em> unless the facts state it. Read the entity
 * before repeating the write.
 */
public final class ServiceFailedException extends TableServiceException {

  private static final long serialVersionUID = 1L;

  /**
   * The state of a failed write. It is carried in the facts, because only code and facts of a
   * failure cross the wire.
   */
  public enum Outcome {
    /** The write was carried out, was not carried out, or may still be carried out. */
    UNKNOWN("unknown"),
    /** The write was not carried out. */
    NOT_DONE("notDone"),
    /** The write did not reach the service. */
    NOT_SENT("notSent");

    private final String fact;

    Outcome(String value) {
      this.fact = "outcome=" + value;
    }

    /** Returns the outcome as the facts spell it. */
    public String fact() {
      return fact;
    }

    private static Outcome statedIn(String facts) {
      var stated = List.of(facts.split(" ", -1));
      return Stream.of(NOT_DONE, NOT_SENT)
          .filter(outcome -> stated.contains(outcome.fact))
          .findFirst()
          .orElse(UNKNOWN);
    }
  }

  public ServiceFailedException(ErrorCode code, String facts, @Nullable Throwable cause) {
    this(code, facts, NO_OPERATION, cause);
  }

  private ServiceFailedException(
      ErrorCode code, String facts, int failedOperation, @Nullable Throwable cause) {
    super(code, facts, failedOperation, cause);
  }

  /** Returns the state of the failed write: {@code UNKNOWN} unless the facts state another. */
  public Outcome outcome() {
    return Outcome.statedIn(facts());
  }

  @Override
  public ServiceFailedException atOperation(int index) {
    return new ServiceFailedException(code(), facts(), index, getCause());
  }
}
