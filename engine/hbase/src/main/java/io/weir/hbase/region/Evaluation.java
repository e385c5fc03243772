package io.weir.hbase.region;

import io.weir.api.entity.Entity;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.write.WriteResult;
import io.weir.hbase.protocol.ChangeInPlace;
import io.weir.hbase.protocol.EntityWrite;
import io.weir.hbase.protocol.Operation;
import io.weir.hbase.protocol.TableId;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Checks the precondition of an operation and computes what it stores.
 *
 * <p>Pure; any thread. Fails with the {@link io.weir.api.error.TableServiceException} that refuses
 * the operation.
 */
final class Evaluation implements Operation.Handler<Evaluation.Outcome> {

  /**
   * What an operation comes to.
   *
   * @param after the entity after it, whose Timestamp is not set; null when it is removed
   * @param images the entities that a change in place asked for
   */
  record Outcome(@Nullable Entity after, WriteResult.Images images) {}

  private final byte[] row;
  private final byte @Nullable [] stored;
  private final long ticks;

  private Evaluation(byte[] row, byte @Nullable [] stored, long ticks) {
    this.row = row;
    this.stored = stored;
    this.ticks = ticks;
  }

  /**
   * Returns what the operation comes to.
   *
   * @param row the row of the entity
   * @param stored the stored form before; null when there is none
   * @param ticks the Timestamp of the request
   */
  static Outcome of(Operation operation, byte[] row, byte @Nullable [] stored, long ticks) {
    return operation.dispatch(new Evaluation(row, stored, ticks));
  }

  @Override
  public Outcome write(EntityWrite operation) {
    return new Outcome(after(operation), WriteResult.Images.NONE);
  }

  @Override
  public Outcome change(ChangeInPlace operation) {
    var before = stored == null ? null : entity(row, stored);
    var after = operation.write().appliedTo(before);
    return new Outcome(after, operation.write().images(before, after.withTimestamp(ticks)));
  }

  private @Nullable Entity after(EntityWrite operation) {
    var written = operation.entity();
    return switch (operation.kind()) {
      case INSERT -> {
        if (stored != null) {
          throw new ConflictException(ErrorCode.ENTITY_ALREADY_EXISTS, "");
        }
        yield written;
      }
      case REPLACING_UPSERT -> written;
      case MERGING_UPSERT -> stored == null ? written : written.mergedOver(entity(row, stored));
      case REPLACING_UPDATE -> {
        require(operation, stored);
        yield written;
      }
      case MERGING_UPDATE -> written.mergedOver(entity(row, require(operation, stored)));
      case DELETE -> {
        require(operation, stored);
        yield null;
      }
    };
  }

  private static byte[] require(EntityWrite operation, byte @Nullable [] stored) {
    if (stored == null) {
      throw new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "");
    }
    var version = ByteBuffer.wrap(stored).getLong();
    if (!operation.accepts(version)) {
      throw new PreconditionFailedException("");
    }
    return stored;
  }

  private static Entity entity(byte[] row, byte[] stored) {
    var bytes = new byte[row.length + stored.length];
    System.arraycopy(row, 0, bytes, 0, row.length);
    System.arraycopy(stored, 0, bytes, row.length, stored.length);
    return entityAt(bytes, row.length);
  }

  /**
   * Returns the entity in an array of a row of the given length followed by a stored form. Takes
   * ownership of the array. An entity's encoded form begins with four bytes for the length of its
   * key, where the row has the table id.
   */
  static Entity entityAt(byte[] bytes, int rowLength) {
    ByteBuffer.wrap(bytes).putInt(0, rowLength - TableId.BYTES);
    return Entity.ofTrusted(bytes);
  }
}
