package io.weir.engine.store;

import io.weir.engine.consensus.Consensus;
import io.weir.engine.replication.Replica;
import io.weir.engine.replication.ReplicatedLog;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * What makes a store the node of several that keep the same content.
 *
 * @param storeId the id of the store on all nodes: positions and tokens of one node are valid on
 *     the others. A folder that has another id is refused
 * @param consensus makes this node's part in the agreement; the log closes it
 * @param startLog joins the other nodes and starts the log's turns on a thread of the log
 */
public record Membership(
    UUID storeId, Supplier<Consensus> consensus, BiConsumer<ReplicatedLog, Replica> startLog) {

  /** Makes a membership whose log runs on a thread of its own. */
  public Membership(UUID storeId, Supplier<Consensus> consensus) {
    this(storeId, consensus, ReplicatedLog::start);
  }
}
