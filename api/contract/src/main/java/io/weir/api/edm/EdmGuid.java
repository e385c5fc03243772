package io.weir.api.edm;

import java.util.UUID;

/** A 128-bit identifier. */
public record EdmGuid(UUID value) implements EdmValue {

  @Override
  public EdmType type() {
    return EdmType.GUID;
  }

  @Override
  public <R> R dispatch(Handler<R> handler) {
    return handler.guid(this);
  }
}
