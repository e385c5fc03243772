package io.weir.engine.query;

/** A condition on a stored text, evaluated in place. */
interface TextCondition {

  TextCondition NEVER = stored -> false;

  boolean holds(StoredText stored);
}
