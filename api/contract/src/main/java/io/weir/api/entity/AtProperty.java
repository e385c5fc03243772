package io.weir.api.entity;

/**
 * An entity expires at the moment in one of its properties. An entity without the property, or
 * whose property is not a DateTime, never expires.
 *
 * @param property the name of a property that is not a system property
 */
public record AtProperty(String property) implements Expiry {

  public AtProperty {
    PropertyName.requireOwn(property);
  }

  @Override
  public <R> R dispatch(Handler<R> handler) {
    return handler.atProperty(this);
  }
}
