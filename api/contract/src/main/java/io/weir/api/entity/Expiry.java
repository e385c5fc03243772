package io.weir.api.entity;

import java.time.Duration;

/** The rule by which the entities of a table expire. */
public sealed interface Expiry permits AtProperty, AfterAge {

  /**
   * Returns the rule that a DateTime property holds the moment of expiry. Fails as
   * {@link AtProperty} does.
   */
  static Expiry at(String property) {
    return new AtProperty(property);
  }

  /** Returns the rule that an entity expires at an age. Fails as {@link AfterAge} does. */
  static Expiry after(Duration age) {
    return new AfterAge(age);
  }

  /** Calls the handler's method for this kind of rule. */
  <R> R dispatch(Handler<R> handler);

  /** One method for each kind of rule. */
  interface Handler<R> {
    R atProperty(AtProperty expiry);

    R afterAge(AfterAge expiry);
  }
}
