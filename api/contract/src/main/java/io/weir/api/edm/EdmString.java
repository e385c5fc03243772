package io.weir.api.edm;

/** Text: at most 32,768 UTF-16 units (64 KiB) where it is stored; checked there, so that filters may hold any text. */
public record EdmString(String value) implements EdmValue {

  @Override
  public EdmType type() {
    return EdmType.STRING;
  }

  @Override
  public <R> R dispatch(Handler<R> handler) {
    return handler.string(this);
  }
}
