package io.weir.engine.shard;

import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.engine.index.PartitionGroups;
import io.weir.engine.index.TreeKeys;
import java.util.ArrayList;
import java.util.List;

/**
 * A command that carries out writes on one partition; all of them take effect, or none.
 *
 * @param tableId the table's id in the catalog when the command was made
 * @param writes at least one; several form a batch
 * @param keys the key in the clustered index of each write
 * @param weightBytes the command's weight in the mailbox: about its size in memory
 * @param reply receives the outcome, once
 * @param arrivedNanos when the command was made, by {@link System#nanoTime}
 * @param planned whether the sender has found that no write moves a claim of a unique index. Other
 *     commands are refused as {@link io.weir.engine.command.StalePlan} when the table has such an
 *     index
 */
public record WriteCommand(
    int tableId,
    List<Write> writes,
    List<byte[]> keys,
    int weightBytes,
    CommandReply reply,
    long arrivedNanos,
    boolean planned)
    implements Command {

  /** Makes a command that arrives now and was not planned. */
  public WriteCommand(
      int tableId, List<Write> writes, List<byte[]> keys, int weightBytes, CommandReply reply) {
    this(tableId, writes, keys, weightBytes, reply, System.nanoTime(), false);
  }

  /**
   * Makes the command of some writes on one partition, with their keys and their weight. Any
   * thread.
   */
  public static WriteCommand of(int tableId, List<Write> writes, CommandReply reply) {
    var keyIn = new KeyIn(tableId);
    if (writes.size() == 1) {
      var write = writes.get(0);
      var weight = OVERHEAD_BYTES + write.weightBytes();
      return new WriteCommand(tableId, writes, List.of(write.dispatch(keyIn)), weight, reply);
    }
    var keys = new ArrayList<byte[]>(writes.size());
    var weight = OVERHEAD_BYTES;
    for (var write : writes) {
      keys.add(write.dispatch(keyIn));
      weight += write.weightBytes();
    }
    return new WriteCommand(tableId, writes, keys, weight, reply);
  }

  /** Returns this command as one that moves no claim. */
  public WriteCommand withoutMoves() {
    return new WriteCommand(tableId, writes, keys, weightBytes, reply, arrivedNanos, true);
  }

  /** Returns the result of a write that was carried out with a Timestamp. */
  public static WriteResult resultOf(Write write, long timestampTicks) {
    return resultOf(isRemoval(write), timestampTicks);
  }

  /** Returns the result of a removal or of another write that was carried out with a Timestamp. */
  public static WriteResult resultOf(boolean removal, long timestampTicks) {
    return removal ? WriteResult.REMOVED : new WriteResult(timestampTicks);
  }

  /** Whether a write only removes its entity. */
  public static boolean isRemoval(Write write) {
    return write instanceof Write.Delete;
  }

  @Override
  public int partitionHash() {
    return PartitionGroups.hash(keys.get(0));
  }

  /** Whether any write stores an entity. */
  boolean stores() {
    return writes.stream().anyMatch(write -> !isRemoval(write));
  }

  @Override
  public void dispatch(Handler handler) {
    handler.write(this);
  }

  private record KeyIn(int tableId) implements Write.Handler<byte[]> {

    @Override
    public byte[] insert(Write.Insert write) {
      return keyOf(write.entity());
    }

    @Override
    public byte[] upsert(Write.Upsert write) {
      return keyOf(write.entity());
    }

    @Override
    public byte[] update(Write.Update write) {
      return keyOf(write.entity());
    }

    @Override
    public byte[] delete(Write.Delete write) {
      return TreeKeys.of(tableId, write.key().encoded());
    }

    @Override
    public byte[] change(Write.Change write) {
      return TreeKeys.of(tableId, write.key().encoded());
    }

    private byte[] keyOf(Entity entity) {
      return TreeKeys.of(tableId, entity.encoded(), TreeKeys.TABLE_BYTES, entity.keyLengthBytes());
    }
  }
}
