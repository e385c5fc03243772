package io.weir.hbase.protocol;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.List;

/**
 * A write of one entity, as a region server evaluates it.
 *
 * @param kind the kind of write
 * @param version the Timestamp that the stored entity must have, in ticks, for updates and
 *     removals; {@link #ANY} or {@link #NONE} else
 * @param entity the written entity; for a removal an entity without properties
 */
public record Operation(Kind kind, long version, Entity entity) {

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

  /** Returns the operation of a write. */
  public static Operation of(Write write) {
    return write.dispatch(OF_WRITE);
  }

  /** Whether the operation accepts a stored entity with this Timestamp. */
  public boolean accepts(long timestampTicks) {
    return version == ANY || version == timestampTicks;
  }

  /** Whether the operation needs to know the stored entity. */
  public boolean reads() {
    return kind != Kind.REPLACING_UPSERT;
  }

  void write(MessageWriter target) {
    target.oneOf(KINDS, kind).int64(version).bytes(entity.encoded());
  }

  static Operation read(MessageReader source) {
    return new Operation(source.oneOf(KINDS), source.int64(), Entity.ofTrusted(source.bytes()));
  }

  private static final Write.Handler<Operation> OF_WRITE = new Write.Handler<>() {
    @Override
    public Operation insert(Write.Insert write) {
      return new Operation(Kind.INSERT, ANY, write.entity());
    }

    @Override
    public Operation upsert(Write.Upsert write) {
      var merges = write.mode() == WriteMode.MERGE;
      return new Operation(
          merges ? Kind.MERGING_UPSERT : Kind.REPLACING_UPSERT, ANY, write.entity());
    }

    @Override
    public Operation update(Write.Update write) {
      var merges = write.mode() == WriteMode.MERGE;
      return new Operation(
          merges ? Kind.MERGING_UPDATE : Kind.REPLACING_UPDATE,
          version(write.ifMatch()),
          write.entity());
    }

    @Override
    public Operation delete(Write.Delete write) {
      return new Operation(Kind.DELETE, version(write.ifMatch()), withoutProperties(write.key()));
    }

    /** Region servers do not evaluate changes in place. */
    @Override
    public Operation change(Write.Change write) {
      throw new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "store=hbase lacks=change");
    }

    private static Entity withoutProperties(EntityKey key) {
      return Entity.builder(key.partitionKey(), key.rowKey()).build();
    }

    private static long version(IfMatch ifMatch) {
      return ifMatch instanceof IfMatch.Version named ? named.etag().timestamp().orElse(NONE) : ANY;
    }
  };
}
