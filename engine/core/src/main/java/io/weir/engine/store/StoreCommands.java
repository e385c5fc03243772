package io.weir.engine.store;

import io.weir.api.write.Write;
import io.weir.engine.command.JointOperation;
import io.weir.engine.index.PartitionGroups;
import io.weir.engine.log.CommitLog;
import io.weir.engine.loop.Loop;
import io.weir.engine.loop.Loops;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.shard.JointCommand;
import io.weir.engine.shard.JointPublications;
import io.weir.engine.shard.Shard;
import io.weir.engine.shard.WriteCommand;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** Takes commands to the shards that own their keys. Any thread; returns at once. */
public final class StoreCommands {

  private final PartitionGroups groups;
  private final List<Shard> shards;
  private final Loops loops;
  private final CommitLog log;
  private final JointPublications jointPublications;

  StoreCommands(
      PartitionGroups groups,
      List<Shard> shards,
      Loops loops,
      CommitLog log,
      JointPublications jointPublications) {
    this.groups = groups;
    this.shards = shards;
    this.loops = loops;
    this.log = log;
    this.jointPublications = jointPublications;
  }

  /** Returns the shard that owns a key of the clustered index. */
  public Shard shardOf(byte[] treeKey) {
    return shards.get(groups.ofTreeKey(treeKey));
  }

  /** Sends writes on one partition to its shard. A full mailbox fails the reply at once. */
  public void send(int tableId, List<Write> writes, CommandReply reply) {
    var command = WriteCommand.of(tableId, writes, reply);
    shardOf(command.keys().get(0)).send(command);
  }

  /** Sends operations to their shards as one joint command. A full mailbox fails the reply. */
  public void sendJointly(List<? extends JointOperation> operations, CommandReply reply) {
    var byShard = new LinkedHashMap<Shard, List<JointOperation>>();
    for (var operation : operations) {
      byShard
          .computeIfAbsent(shardOf(operation.key()), absent -> new ArrayList<>())
          .add(operation);
    }
    new JointCommand(byShard, sequencer(), log, jointPublications, reply).send();
  }

  /** Returns the loop that gives all joint commands one order. */
  private Loop sequencer() {
    return loops.all().get(0);
  }

  /** Makes every shard remove its entries of a dropped table. */
  public void reclaimTable(int tableId) {
    shards.forEach(shard -> shard.reclaimTable(tableId));
  }
}
