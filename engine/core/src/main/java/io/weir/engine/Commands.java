package io.weir.engine;

import io.weir.api.entity.Entity;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.write.Write;
import io.weir.engine.partition.TreeKeys;
import io.weir.engine.shard.Command;
import io.weir.engine.shard.Reply;
import io.weir.engine.shard.Shard;
import io.weir.engine.shard.WriteCommand;
import io.weir.engine.store.Store;
import java.util.ArrayList;
import java.util.List;

/** Makes a shard's commands out of writes, and hands them over. Any thread. */
final class Commands {

  private Commands() {}

  static WriteCommand of(int tableId, List<Write> writes, Reply reply) {
    var keyIn = new KeyIn(tableId);
    var keys = new ArrayList<byte[]>(writes.size());
    var weight = Command.OVERHEAD_BYTES;
    for (var write : writes) {
      keys.add(write.dispatch(keyIn));
      weight += write.weightBytes();
    }
    return new WriteCommand(tableId, writes, keys, weight, reply);
  }

  /** Hands writes of one partition to their shard. The reply hears of a full mailbox at once. */
  static void send(Store store, int tableId, List<Write> writes, Reply reply) {
    var command = of(tableId, writes, reply);
    offer(store.shardOf(command.keys().get(0)), command);
  }

  static void offer(Shard shard, Command command) {
    if (!shard.offer(command)) {
      command.reply().failed(new ServiceBusyException("reason=mailboxFull"));
    }
  }

  private static byte[] keyOf(int tableId, Entity entity) {
    return TreeKeys.of(tableId, entity.encoded(), TreeKeys.TABLE_BYTES, entity.keyLengthBytes());
  }

  private record KeyIn(int tableId) implements Write.Handler<byte[]> {

    @Override
    public byte[] insert(Write.Insert write) {
      return keyOf(tableId, write.entity());
    }

    @Override
    public byte[] upsert(Write.Upsert write) {
      return keyOf(tableId, write.entity());
    }

    @Override
    public byte[] update(Write.Update write) {
      return keyOf(tableId, write.entity());
    }

    @Override
    public byte[] delete(Write.Delete write) {
      return TreeKeys.of(tableId, write.key().encoded());
    }
  }
}
