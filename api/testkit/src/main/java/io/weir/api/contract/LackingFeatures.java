package io.weir.api.contract;

import java.lang.reflect.Method;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The features that the standard dialect may lack. A case is skipped only if the client refused it
 * with {@code lacks=FEATURE}, which names the missing feature. A refusal for any other feature
 * fails the case.
 */
final class LackingFeatures extends ExcusedFailures {

  private static final Pattern REFUSAL = Pattern.compile("dialect=rest lacks=(\\w+)");
  private static final Set<String> LACKING = Set.of("descendingOrder", "deleteRange");

  @Override
  protected Optional<String> excuse(Method contractCase, Throwable failure) {
    var refused = REFUSAL.matcher(String.valueOf(failure.getMessage()));
    return refused.find() && LACKING.contains(refused.group(1))
        ? Optional.of("lacks " + refused.group(1))
        : Optional.empty();
  }
}
