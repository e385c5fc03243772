package io.weir.api.contract;

import java.lang.reflect.Method;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What the standard dialect lacks. A case is skipped only where the door refused it with {@code lacks=FEATURE}, that is, where the
 * refusal says clearly what is missing; a feature that the dialect need not lack fails the case.
 */
final class LackingFeatures extends ExcusedFailures {

  private static final Pattern REFUSAL = Pattern.compile("dialect=standard lacks=(\\w+)");
  private static final Set<String> LACKING = Set.of("descendingOrder", "deleteRange");

  @Override
  protected Optional<String> excuse(Method contractCase, Throwable failure) {
    var refused = REFUSAL.matcher(String.valueOf(failure.getMessage()));
    return refused.find() && LACKING.contains(refused.group(1))
        ? Optional.of("lacks " + refused.group(1))
        : Optional.empty();
  }
}
