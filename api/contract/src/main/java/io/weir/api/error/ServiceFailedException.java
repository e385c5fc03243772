package io.weir.api.error;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The service could not do what it should: its disk failed, it ran out of time, or it has a fault.
 *
 * <p>The outcome of a write that fails so is <em>unknown</em> unless the facts say otherwise; read before repeating it.
 */
public final class ServiceFailedException extends TableServiceException {

  private static final long serialVersionUID = 1L;

  /** What is known of a write that failed so. The facts tell it, since nothing else of a failure travels. */
  public enum Outcome {
    /** It may have been carried out or not, or may still be. */
    UNKNOWN("unknown"),
    /** It was not carried out. */
    NOT_DONE("notDone"),
    /** The service has not heard of it. */
    NOT_SENT("notSent");

    private final String fact;

    Outcome(String value) {
      this.fact = "outcome=" + value;
    }

    /** As it stands among the facts. */
    public String fact() {
      return fact;
    }

    private static Outcome saidBy(String facts) {
      var said = List.of(facts.split(" ", -1));
      return Stream.of(NOT_DONE, NOT_SENT)
          .filter(outcome -> said.contains(outcome.fact))
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

  /** What became of the write: unknown unless the facts say otherwise. */
  public Outcome outcome() {
    return Outcome.saidBy(facts());
  }

  @Override
  public ServiceFailedException atOperation(int index) {
    return new ServiceFailedException(code(), facts(), index, getCause());
  }
}
