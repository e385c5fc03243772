package io.weir.engine.query;

import io.weir.api.filter.Filter;

/**
 * A filter made ready to be evaluated on stored bytes.
 *
 * <p>Nothing is decoded but what is compared, and numbers, text and bytes are compared where they lie: evaluating makes no objects.
 * The one exception is a literal with an unpaired surrogate, which UTF-8 cannot express. Agrees with {@link
 * io.weir.api.filter.Comparisons}.
 *
 * <p>Belongs to one thread at a time: it remembers the entity it is at.
 */
public final class Predicate {

  private final Condition condition;
  private final CurrentEntity entity;

  private Predicate(Condition condition, CurrentEntity entity) {
    this.condition = condition;
    this.entity = entity;
  }

  /** Takes a filter within {@link io.weir.api.filter.FilterLimits}. */
  public static Predicate of(Filter filter) {
    var names = PropertyNames.in(filter);
    return new Predicate(filter.dispatch(new ConditionCompiler(names)), new CurrentEntity(names));
  }

  /**
   * Whether the filter is true of an entity. The bytes are trusted.
   *
   * @param key holds PartitionKey, 0x00, RowKey at {@code [keyOffset, keyOffset + keyLength)}
   * @param stored holds the Timestamp, eight bytes big-endian, and the properties at {@code [storedOffset, storedOffset +
   *     storedLength)}; see {@link io.weir.api.entity.PropertyCursor}. May be the same array as {@code key}
   */
  public boolean test(
      byte[] key, int keyOffset, int keyLength, byte[] stored, int storedOffset, int storedLength) {
    entity.moveTo(key, keyOffset, keyLength, stored, storedOffset, storedLength);
    return condition.holds(entity);
  }
}
