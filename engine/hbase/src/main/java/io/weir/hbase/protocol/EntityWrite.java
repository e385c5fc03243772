package io.weir.hbase.protocol;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A write of an entity, or its removal.
 *
 * @param kind the kind of write
 * @param version the Timestamp that the stored entity must have, in ticks, for updates and
 *     removals; {@link #ANY} or {@link #NONE} else
 * @param entity the written entity; for a removal an entity without properties
 */
public record EntityWrite(Kind kind, long version, Entity entity) implements Operation {

  /** Every stored version is accepted. */
  public static final long ANY = -1;

  /** No stored version is accepted: the precondition names a version that no service gives. */
  public static final long NONE = -2;

  /** The kinds of writes. Messages contain the place in the list: a new kind goes to its end. */
  public enum Kind {
    INSERT,
    MERGING_UPSERT,
    REPLACING_UPSERT,
    MERGING_UPDATE,
    REPLACING_UPDATE,
    DELETE
  }

  private static final List<Kind> KINDS = List.of(Kind.values());

  /** Whether the operation accepts a stored entity with this Timestamp. */
  public boolean accepts(long timestampTicks) {
    return version == ANY || version == timestampTicks;
  }

  @Override
  public byte[] encodedKey() {
    return Arrays.copyOfRange(
        entity.encoded(), Integer.BYTES, Integer.BYTES + entity.keyLengthBytes());
  }

  @Override
  public boolean reads() {
    return kind != Kind.REPLACING_UPSERT;
  }

  @Override
  public Optional<UUID> token() {
    return Optional.empty();
  }

  @Override
  public void write(MessageWriter target) {
    target.oneOf(KINDS, kind).int64(version).bytes(entity.encoded());
  }

  static EntityWrite read(int place, MessageReader source) {
    return new EntityWrite(
        MessageReader.constant(KINDS, place), source.int64(), Entity.ofTrusted(source.bytes()));
  }

  @Override
  public <R> R dispatch(Handler<R> handler) {
    return handler.write(this);
  }

  static final Write.Handler<Operation> OF_WRITE = new Write.Handler<>() {
    @Override
    public Operation insert(Write.Insert write) {
      return new EntityWrite(Kind.INSERT, ANY, write.entity());
    }

    @Override
    public Operation upsert(Write.Upsert write) {
      var merges = write.mode() == WriteMode.MERGE;
      return new EntityWrite(
          merges ? Kind.MERGING_UPSERT : Kind.REPLACING_UPSERT, ANY, write.entity());
    }

    @Override
    public Operation update(Write.Update write) {
      var merges = write.mode() == WriteMode.MERGE;
      return new EntityWrite(
          merges ? Kind.MERGING_UPDATE : Kind.REPLACING_UPDATE,
          version(write.ifMatch()),
          write.entity());
    }

    @Override
    public Operation delete(Write.Delete write) {
      return new EntityWrite(Kind.DELETE, version(write.ifMatch()), withoutProperties(write.key()));
    }

    @Override
    public Operation change(Write.Change write) {
      return new ChangeInPlace(write);
    }

    private static Entity withoutProperties(EntityKey key) {
      return Entity.builder(key.partitionKey(), key.rowKey()).build();
    }

    private static long version(IfMatch ifMatch) {
      return ifMatch instanceof IfMatch.Version named ? named.etag().timestamp().orElse(NONE) : ANY;
    }
  };
}
