package io.weir.engine.query;

import io.weir.api.entity.PropertyCursor;

/** A comparison of stored values with a literal. */
interface ValueTest {

  /**
   * Whether the cursor's current value satisfies the comparison. False for a type that cannot be
   * compared with the literal's.
   */
  boolean holds(PropertyCursor stored);
}
