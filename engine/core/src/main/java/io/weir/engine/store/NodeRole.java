package io.weir.engine.store;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.index.Present;
import io.weir.engine.log.CommitLog;
import io.weir.engine.replication.ReplicatedLog;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * Whether a store answers for all, and how far copies of it are. A store of its own always leads; a
 * node of several leads or follows. Any thread.
 */
public final class NodeRole {

  private final CommitLog log;
  private final Clock clock;

  /** Set by the opening thread; null for a store of its own. */
  private @Nullable NodeReplica replica;

  NodeRole(CommitLog log, Clock clock) {
    this.log = log;
    this.clock = clock;
  }

  /** Makes this the role of a node of several. Called before its log starts. */
  void replica(NodeReplica of) {
    replica = of;
  }

  /**
   * Sets the task that runs on a loop each time this node of several has begun to lead. A store of
   * its own never runs it.
   */
  public void whenLeading(Runnable task) {
    if (replica != null) {
      replica.whenLeading(task);
    }
  }

  /**
   * Fails with {@code ServerBusy} while another node of several leads, or may lead. An answer that
   * depends on what is absent here, or on the catalog alone, asks first: this node may lack what
   * the leader has.
   */
  public void requireLeading() {
    var elsewhere = log.readOutage();
    if (elsewhere != null) {
      throw new ServiceBusyException("reason=" + elsewhere.cause().reason());
    }
  }

  /**
   * Returns a Timestamp up to which this node has all changes: each write that was acknowledged
   * with this Timestamp or an earlier one is found by reads of {@link Store#secondary}, or a later
   * write of the same entity is. If the node follows, it is the last closed time that it has
   * applied, and 0 if it has heard of none since its start. If it leads or is no node of several,
   * it is at least the present.
   */
  public long appliedTicks() {
    var present = Present.ticks(clock); // first: another may lead once the lease was looked at
    if (replica == null) {
      return present;
    }
    var applied = replica.appliedTicks();
    return log.readOutage() == null ? Math.max(present, applied) : applied;
  }

  /**
   * Returns a Timestamp up to which the copies of this store have all changes. If the node leads,
   * it is the last closed time that each other node has which answers: 0 if that is not known, and
   * -1 if no other node answers. If it follows, its own copy counts, see {@link #appliedTicks}.
   */
  public long syncedTicks() {
    var applied = appliedTicks();
    return log instanceof ReplicatedLog replicated && log.readOutage() == null
        ? Math.min(replicated.othersTicks().orElse(-1), applied)
        : applied;
  }
}
