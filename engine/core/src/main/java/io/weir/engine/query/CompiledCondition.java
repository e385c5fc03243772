package io.weir.engine.query;

/** A condition on a stored entity. */
interface Condition {

  Condition ALWAYS = entity -> true;
  Condition NEVER = entity -> false;

  boolean holds(CurrentEntity entity);
}
