package io.weir.engine.query;

/** A condition that is evaluated on a stored entity, in place. */
interface CompiledCondition {

  CompiledCondition ALWAYS = entity -> true;
  CompiledCondition NEVER = entity -> false;

  boolean holds(CurrentEntity entity);
}
