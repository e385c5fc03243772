package io.weir.pattern.large;

import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.Optional;

/** The values that a finished upload may replace. Immutable; any thread. */
public final class Replaces {

  /** Any value, or none. */
  public static final Replaces ANYTHING = new Replaces(Replaces::overWhatIsThere, true);

  /** No value. A stored one fails with {@code EntityAlreadyExists}. */
  public static final Replaces NOTHING =
      new Replaces((head, stored) -> new Write.Insert(head), false);

  /**
   * Any value. None, or one that is replaced at the same moment, fails with
   * {@code UpdateConditionNotSatisfied}.
   */
  public static final Replaces EXISTING = new Replaces(
      (head, stored) -> {
        if (stored.isEmpty()) {
          throw new PreconditionFailedException("value=absent");
        }
        return overWhatIsThere(head, stored);
      },
      false);

  /** Makes the write of a new head from the stored one, which may have changed meanwhile. */
  private interface Condition {
    Write write(Entity head, Optional<LargeValue> stored);
  }

  private final Condition condition;
  private final boolean anything;

  private Replaces(Condition condition, boolean anything) {
    this.condition = condition;
    this.anything = anything;
  }

  /**
   * Returns the condition that this version is stored. Another one, or none, fails with
   * {@code UpdateConditionNotSatisfied}.
   */
  public static Replaces version(ETag version) {
    return new Replaces(
        (head, stored) -> {
          if (stored.filter(value -> value.version().equals(version)).isEmpty()) {
            throw new PreconditionFailedException("");
          }
          return overWhatIsThere(head, stored);
        },
        false);
  }

  /** Whether the write can be tried again when the stored head has changed. */
  boolean isAnything() {
    return anything;
  }

  Write write(Entity head, Optional<LargeValue> stored) {
    return condition.write(head, stored);
  }

  private static Write overWhatIsThere(Entity head, Optional<LargeValue> stored) {
    return stored
        .<Write>map(
            value -> new Write.Update(head, WriteMode.REPLACE, IfMatch.version(value.version())))
        .orElseGet(() -> new Write.Insert(head));
  }
}
