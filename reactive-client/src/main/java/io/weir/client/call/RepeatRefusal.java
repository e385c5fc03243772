package io.weir.client.call;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What the refusal of a repeated change with a token tells about its first sending.
 *
 * <p>The service looks the token up before it evaluates the change, so a refusal by the evaluation
 * proves that the first sending was not carried out. If the service remembers that it was, and not
 * its answer, it says so. Other refusals may come before the look-up: by a proxy, for a signature
 * that has expired, or for a table that is gone by now. Any thread.
 */
final class RepeatRefusal {

  /** The codes of the evaluation. No proxy and no check of the request has them. */
  private static final Set<ErrorCode> OF_EVALUATION = Set.of(
      ErrorCode.RESOURCE_NOT_FOUND,
      ErrorCode.ENTITY_ALREADY_EXISTS,
      ErrorCode.UNIQUE_INDEX_VIOLATION,
      ErrorCode.CHANGE_TOKEN_REUSED,
      ErrorCode.UPDATE_CONDITION_NOT_SATISFIED,
      ErrorCode.INVALID_VALUE_TYPE,
      ErrorCode.OUT_OF_RANGE_INPUT,
      ErrorCode.PROPERTY_VALUE_TOO_LARGE,
      ErrorCode.TOO_MANY_PROPERTIES,
      ErrorCode.ENTITY_TOO_LARGE);

  /** The facts of an answer without a code that is known: its code was made from its status. */
  private static final Pattern OF_STATUS = Pattern.compile("^(code|status|unexpectedStatus)=");

  private RepeatRefusal() {}

  /**
   * Returns whether the refusal tells what became of the first sending: the service evaluated the
   * repeat, and therefore did not know its token, or it knows that the change was carried out.
   */
  static boolean tellsOutcome(TableServiceException refusal) {
    return (OF_EVALUATION.contains(refusal.code())
            || refusal.code() == ErrorCode.CHANGE_ANSWER_FORGOTTEN)
        && !OF_STATUS.matcher(refusal.facts()).find();
  }
}
