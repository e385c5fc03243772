package io.weir.api.edm;

/** A truth value. */
public record EdmBoolean(boolean value) implements EdmValue {

  @Override
  public EdmType type() {
    return EdmType.BOOLEAN;
  }

  @Override
  public <R> R dispatch(Handler<R> handler) {
    return handler.bool(this);
  }
}
