package io.weir.engine.query;

import io.weir.api.entity.PropertyCursor;

/** Whether a stored value satisfies a comparison with a literal. */
interface ValueTest {

  /** Whether it holds of the value that the cursor stands on. False of a type that does not compare with the literal's. */
  boolean holds(PropertyCursor stored);
}
