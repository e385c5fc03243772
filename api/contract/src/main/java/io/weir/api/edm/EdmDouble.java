package io.weir.api.edm;

/** An IEEE 754 binary64 number. NaN, the infinities and minus zero keep their values. */
public record EdmDouble(double value) implements EdmValue {

  @Override
  public EdmType type() {
    return EdmType.DOUBLE;
  }

  @Override
  public <R> R dispatch(Handler<R> handler) {
    return handler.float64(this);
  }
}
