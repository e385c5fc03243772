package io.weir.engine;

import io.weir.api.error.ServiceBusyException;
import io.weir.api.write.Write;
import io.weir.engine.shard.Command;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.shard.Shard;
import io.weir.engine.shard.WriteCommand;
import io.weir.engine.store.Store;
import java.util.List;

/** Sends commands to shards. Any thread. */
final class Commands {

  private Commands() {}

  /** Sends writes on one partition to its shard. A full mailbox fails the reply at once. */
  static void send(Store store, int tableId, List<Write> writes, CommandReply reply) {
    var command = WriteCommand.of(tableId, writes, reply);
    offer(store.shardOf(command.keys().get(0)), command);
  }

  /** Sends a command to a shard. A full mailbox fails the reply at once. */
  static void offer(Shard shard, Command command) {
    if (!shard.offer(command)) {
      command.reply().failed(new ServiceBusyException("reason=mailboxFull"));
    }
  }
}
