package io.weir.hbase.protocol;

import io.weir.api.write.Write;
import java.util.Optional;
import java.util.UUID;

/**
 * A write of one entity, as a region server evaluates it.
 *
 * <p>Its form begins with a byte: the place of an {@link EntityWrite.Kind}, or
 * {@link ChangeInPlace#TAG}.
 */
public sealed interface Operation permits EntityWrite, ChangeInPlace {

  /** Calls the handler's method for this operation. */
  <R> R dispatch(Handler<R> handler);

  /** One method for each type of operation. */
  interface Handler<R> {
    R write(EntityWrite operation);

    R change(ChangeInPlace operation);
  }

  /** Returns the encoded key of the entity. */
  byte[] encodedKey();

  /** Whether the operation needs to know the stored entity. */
  boolean reads();

  /** Returns the token under which the region remembers the whole request. */
  Optional<UUID> token();

  void write(MessageWriter target);

  static Operation read(MessageReader source) {
    var tag = source.int8();
    return tag == ChangeInPlace.TAG ? ChangeInPlace.read(source) : EntityWrite.read(tag, source);
  }

  /** Returns the operation of a write. */
  static Operation of(Write write) {
    return write.dispatch(EntityWrite.OF_WRITE);
  }
}
