package io.weir.engine.query;

import io.weir.api.filter.Filter;

/**
 * A compiled filter that evaluates stored bytes.
 *
 * <p>It decodes only what it compares, and compares and tests numbers, text and bytes in place. An
 * evaluation allocates nothing, except for a literal with an unpaired surrogate, which UTF-8 cannot
 * express. The outcome agrees with {@link io.weir.api.filter.Comparisons}.
 *
 * <p>Belongs to one thread at a time, because it keeps the entity that it evaluates.
 */
public final class Predicate {

  private final CompiledCondition condition;
  private final CurrentEntity entity;

  private Predicate(CompiledCondition condition, CurrentEntity entity) {
    this.condition = condition;
    this.entity = entity;
  }

  /** Compiles a filter within {@link io.weir.api.filter.FilterLimits}. */
  public static Predicate of(Filter filter) {
    var names = ComparedProperties.in(filter);
    return new Predicate(filter.dispatch(new ConditionCompiler(names)), new CurrentEntity(names));
  }

  /**
   * Whether an entity satisfies the filter. The bytes must be well formed.
   *
   * @param key holds PartitionKey, 0x00, RowKey at {@code [keyOffset, keyOffset + keyLength)}
   * @param stored holds the Timestamp, eight bytes big-endian, and the properties at
   *     {@code [storedOffset, storedOffset + storedLength)}; see
   *     {@link io.weir.api.entity.PropertyCursor}. May be the same array as {@code key}
   */
  public boolean test(
      byte[] key, int keyOffset, int keyLength, byte[] stored, int storedOffset, int storedLength) {
    entity.moveTo(key, keyOffset, keyLength, stored, storedOffset, storedLength);
    return condition.holds(entity);
  }
}
