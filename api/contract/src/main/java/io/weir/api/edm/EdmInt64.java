package io.weir.api.edm;

/** A signed 64-bit integer. */
public record EdmInt64(long value) implements EdmValue {

  @Override
  public EdmType type() {
    return EdmType.INT64;
  }

  @Override
  public <R> R dispatch(Handler<R> handler) {
    return handler.int64(this);
  }
}
