package io.weir.api.edm;

/** A signed 32-bit integer. */
public record EdmInt32(int value) implements EdmValue {

  @Override
  public EdmType type() {
    return EdmType.INT32;
  }

  @Override
  public <R> R dispatch(Handler<R> handler) {
    return handler.int32(this);
  }
}
