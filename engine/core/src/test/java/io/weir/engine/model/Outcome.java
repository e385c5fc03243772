package io.weir.engine.model;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;

/**
 * The outcome of a request: an answer, completion without a value, or a refusal.
 *
 * @param answer of a read or a write; empty when there is none
 * @param refusal the failure; empty when the request was carried out
 * @param operation the refused write of a batch
 */
record Outcome(Optional<Object> answer, Optional<ErrorCode> refusal, int operation) {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Waits for the outcome of a request. */
  static Outcome of(Mono<?> request) {
    try {
      return new Outcome(
          Optional.ofNullable(request.block(PATIENCE)),
          Optional.empty(),
          TableServiceException.NO_OPERATION);
    } catch (TableServiceException e) {
      var operation = e.failedOperation();
      return new Outcome(Optional.empty(), Optional.of(e.code()), operation);
    }
  }

  /** Returns the first difference in a few words; empty when the outcomes are equal. */
  String differenceFrom(Outcome expected) {
    if (equals(expected)) {
      return "";
    }
    if (answer.orElse(null) instanceof List<?> found
        && expected.answer.orElse(null) instanceof List<?> wanted) {
      var at = 0;
      while (at < Math.min(found.size(), wanted.size()) && found.get(at).equals(wanted.get(at))) {
        at++;
      }
      return "found " + found.size() + ", expected " + wanted.size() + ", first at " + at + ": "
          + item(found, at) + " instead of " + item(wanted, at);
    }
    return abbreviated(toString()) + " instead of " + abbreviated(expected.toString());
  }

  private static String item(List<?> items, int at) {
    return at < items.size() ? abbreviated(items.get(at).toString()) : "nothing";
  }

  private static String abbreviated(String text) {
    return text.length() <= 300 ? text : text.substring(0, 300) + "...";
  }
}
