package io.weir.api.write;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.HashSet;
import java.util.List;

/**
 * Writes on one partition that are carried out together: all of them with one Timestamp, visible at
 * once, or none.
 *
 * <p>Fails with {@code InvalidInput} when empty or longer than {@link #MAX_WRITES}, with
 * {@code CommandsInBatchActOnDifferentPartitions} for a second partition, and with
 * {@code InvalidDuplicateRow} for a repeated key. The last three name the operation that breaks the
 * rule. Fails with {@code InvalidInput} for a change that is to be answered with entities. Fails
 * with {@code RequestBodyTooLarge} when the encoded entities exceed {@link #MAX_BYTES}.
 *
 * @param writes 1 to 100 writes, in the order of their results
 */
public record Batch(List<Write> writes) {

  /** Most writes in a batch. */
  public static final int MAX_WRITES = 100;

  /** Most bytes of encoded entities in a batch: 4 MiB, the protocol's limit for a request body. */
  public static final int MAX_BYTES = 4 * 1024 * 1024;

  public Batch {
    writes = List.copyOf(writes);
    requireLength(writes);
    requireNoEntities(writes);
    var keys = writes.stream().map(Write::key).toList(); // each call of key() decodes
    requireOnePartition(keys);
    requireDistinctRows(keys);
    requireBytes(writes);
  }

  /** Returns a batch of these writes. */
  public static Batch of(Write... writes) {
    return new Batch(List.of(writes));
  }

  /** Returns the partition of all writes. */
  public String partitionKey() {
    return writes.get(0).key().partitionKey();
  }

  private static void requireLength(List<Write> writes) {
    if (writes.isEmpty()) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "batch=empty");
    }
    if (writes.size() > MAX_WRITES) {
      throw new InvalidRequestException(
              ErrorCode.INVALID_INPUT, "writes=" + writes.size() + " limit=" + MAX_WRITES)
          .atOperation(MAX_WRITES - 1);
    }
  }

  private static void requireNoEntities(List<Write> writes) {
    for (var i = 0; i < writes.size(); i++) {
      try {
        requireNoEntity(writes.get(i));
      } catch (InvalidRequestException e) {
        throw e.atOperation(i);
      }
    }
  }

  /**
   * Fails with {@code InvalidInput} for a change that asks for entities in its answer: beside other
   * writes there is no room for them.
   */
  public static void requireNoEntity(Write write) {
    if (write instanceof Write.Change change && change.isAnsweredWithEntity()) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "answer=" + change.answer() + " do=writeAlone");
    }
  }

  private static void requireOnePartition(List<EntityKey> keys) {
    var partition = keys.get(0).partitionKey();
    for (var i = 1; i < keys.size(); i++) {
      if (!keys.get(i).partitionKey().equals(partition)) {
        throw new InvalidRequestException(
                ErrorCode.COMMANDS_IN_BATCH_ACT_ON_DIFFERENT_PARTITIONS, "")
            .atOperation(i);
      }
    }
  }

  private static void requireDistinctRows(List<EntityKey> keys) {
    var seen = new HashSet<String>();
    for (var i = 0; i < keys.size(); i++) {
      if (!seen.add(keys.get(i).rowKey())) {
        throw new InvalidRequestException(ErrorCode.INVALID_DUPLICATE_ROW, "").atOperation(i);
      }
    }
  }

  private static void requireBytes(List<Write> writes) {
    var bytes = writes.stream().mapToLong(Batch::encodedBytes).sum();
    if (bytes > MAX_BYTES) {
      throw new InvalidRequestException(
          ErrorCode.REQUEST_BODY_TOO_LARGE, "bytes=" + bytes + " limit=" + MAX_BYTES);
    }
  }

  /** Returns the number of bytes that a write adds towards {@link #MAX_BYTES}. */
  static int encodedBytes(Write write) {
    return write.dispatch(ENCODED_BYTES);
  }

  private static final Write.Handler<Integer> ENCODED_BYTES = new Write.Handler<>() {
    @Override
    public Integer insert(Write.Insert write) {
      return length(write.entity());
    }

    @Override
    public Integer upsert(Write.Upsert write) {
      return length(write.entity());
    }

    @Override
    public Integer update(Write.Update write) {
      return length(write.entity());
    }

    @Override
    public Integer delete(Write.Delete write) {
      return 0;
    }

    @Override
    public Integer change(Write.Change write) {
      return write.weightBytes();
    }

    private int length(Entity entity) {
      return entity.encoded().length;
    }
  };
}
