package io.weir.api.edm;

/**
 * A text. A stored value has at most 32,768 UTF-16 units (64 KiB). The limit is checked when an
 * entity is built, so a filter may hold longer text.
 */
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
