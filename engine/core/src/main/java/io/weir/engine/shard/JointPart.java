package io.weir.engine.shard;

import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.command.ClaimOperation;
import io.weir.engine.command.DecisionOperation;
import io.weir.engine.command.EntityOperation;
import io.weir.engine.command.JointOperation;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.log.LogFailed;
import io.weir.engine.record.Change;
import io.weir.engine.tree.Tree;
import io.weir.engine.tree.VersionedTree;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One shard's part of a joint command.
 *
 * <p>Owner: the shard's loop. The counters of {@link JointCommand} order its fields: the loop
 * writes them before it counts down, and the loop that counts last reads them.
 */
public final class JointPart implements Command, JointVersion {

  /** The vote against a command that was carried out before. It has no state, so one is enough. */
  @SuppressWarnings("StaticAssignmentOfThrowable") // it has no stack trace, and is not thrown
  static final TableServiceException REPEATED = new ServiceBusyException("reason=repeated");

  private final JointCommand joint;
  private final Shard shard;
  private final List<EntityOperation> operations = new ArrayList<>();
  private final List<ClaimOperation> claims = new ArrayList<>();
  private final List<DecisionOperation> decisions = new ArrayList<>();
  private final int tableId;
  private final int weightBytes;

  private long upcomingTicks;
  private long presentTicks;
  private long generation;
  private List<Change> changes = List.of();
  private @Nullable TableServiceException refusal;
  private boolean lacksRoom;
  private boolean isUndecided;
  private long repeatedTicks;

  /**
   * Two events: the command is postponed, and the page files have grown or cannot grow. The second
   * one acts.
   */
  private final AtomicInteger untilRoom = new AtomicInteger(2);

  /** Why the page files cannot grow. Written before the countdown. */
  private volatile @Nullable TableServiceException noRoom;

  /**
   * The tree and the version that become visible when the joint command is published; null when the
   * shard has lost them.
   */
  private @Nullable VersionedTree tree;

  private @Nullable Tree version;
  private boolean arrived;

  /** The turn that waits for the log. */
  private @Nullable Turn inFlight;

  JointPart(JointCommand joint, Shard shard, List<JointOperation> all) {
    this.joint = joint;
    this.shard = shard;
    this.tableId = TreeKeys.tableOf(all.get(0).key());
    var weight = OVERHEAD_BYTES;
    for (var operation : all) {
      weight += operation.weightBytes();
      if (operation instanceof EntityOperation entity) {
        operations.add(entity);
      } else if (operation instanceof ClaimOperation claim) {
        claims.add(claim);
      } else if (operation instanceof DecisionOperation decision) {
        decisions.add(decision);
      }
    }
    this.weightBytes = weight;
  }

  JointCommand joint() {
    return joint;
  }

  /** Returns the operations of the client, in their order. */
  List<EntityOperation> operations() {
    return operations;
  }

  /**
   * Returns the operations on claims, in the order of the client's operations that they belong to.
   */
  List<ClaimOperation> claims() {
    return claims;
  }

  /** Returns the decisions, in the order of the client's operations. */
  List<DecisionOperation> decisions() {
    return decisions;
  }

  /** Returns the keys of entities and claims. */
  @Override
  public List<byte[]> keys() {
    return Stream.<JointOperation>concat(operations.stream(), claims.stream())
        .map(JointOperation::key)
        .toList();
  }

  /** Whether any operation stores something. */
  boolean stores() {
    return operations.stream().anyMatch(JointOperation::stores)
        || claims.stream().anyMatch(JointOperation::stores)
        || !decisions.isEmpty();
  }

  /** Offers the part to its shard. Returns false when the mailbox is full. */
  boolean offer() {
    return shard.offer(this);
  }

  /**
   * Notes that the shard waits for the other parts. The joint Timestamp is at least
   * {@code upcoming}.
   */
  void park(long upcoming, long present) {
    upcomingTicks = upcoming;
    presentTicks = present;
    joint.parked();
  }

  long upcomingTicks() {
    return upcomingTicks;
  }

  /** Returns the clock's time when the shard parked, in ticks. */
  long presentTicks() {
    return presentTicks;
  }

  /** Makes the shard evaluate the part. Any thread. */
  void evaluate() {
    shard.execute(() -> shard.joints().evaluate(this));
  }

  /** Votes for the joint command: the changes are in the shard's private tree. */
  void accept(List<Change> made, long builtOnGeneration) {
    changes = made;
    generation = builtOnGeneration;
    joint.voted(this);
  }

  /** Votes against the joint command. */
  void refuse(TableServiceException failure) {
    refusal = failure;
    joint.voted(this);
  }

  /** Votes against the joint command until the page files, which grow, have room for it. */
  void awaitRoom(TableServiceException noSpace) {
    lacksRoom = true;
    refuse(noSpace);
  }

  /**
   * Votes against the joint command until a page was read that the part needs. Nobody knows whether
   * it would refuse.
   */
  void awaitPage(TableServiceException coldPage) {
    isUndecided = true;
    awaitRoom(coldPage);
  }

  /** Notes that the command was carried out before, with a Timestamp in ticks. */
  void repeats(long ticks) {
    repeatedTicks = ticks;
  }

  boolean isRepeat() {
    return repeatedTicks > 0;
  }

  /** Returns the Timestamp with which the command was carried out before. */
  long repeatedTicks() {
    return repeatedTicks;
  }

  boolean isUndecided() {
    return isUndecided;
  }

  boolean lacksRoom() {
    return lacksRoom;
  }

  /** Notes that the page files have grown or a page was read, or why they cannot grow. */
  void roomDecided(@Nullable TableServiceException failure) {
    noRoom = failure;
    countRoom();
  }

  /** Notes that the joint command is to be sent again when there is room. */
  void postpone() {
    countRoom();
  }

  private void countRoom() {
    if (untilRoom.decrementAndGet() > 0) {
      return;
    }
    var failure = noRoom;
    if (failure == null) {
      joint.sendAgain();
    } else {
      joint.refuse(failure);
    }
  }

  List<Change> changes() {
    return changes;
  }

  long generation() {
    return generation;
  }

  @Nullable
  TableServiceException refusal() {
    return refusal;
  }

  /** Makes the shard go on, because the joint command is decided. Any thread. */
  void resume() {
    shard.execute(() -> shard.joints().resume(this));
  }

  /** Tells the shard that the joint record is durable. Any thread. */
  void durable(long endPosition) {
    shard.execute(() -> shard.joints().durable(this, endPosition));
  }

  /** Tells the shard that the log has lost the joint record. Any thread. */
  void logFailed(LogFailed cause) {
    shard.execute(() -> shard.joints().logFailed(this, cause));
  }

  void inFlightAs(Turn turn) {
    inFlight = turn;
  }

  /** Returns the turn that waited for the log; null when the part has no changes. */
  @Nullable
  Turn inFlight() {
    return inFlight;
  }

  @Override
  public boolean isShown() {
    return joint.isShown();
  }

  /** Hands over the version that the joint command publishes. */
  @Override
  public void arrive(VersionedTree ofShard, Tree durable) {
    if (!arrived) {
      tree = ofShard;
      version = durable;
      arrived = true;
      joint.arrived();
    }
  }

  /** Notes that the record is durable, but the shard has lost its version and publishes none. */
  void lost() {
    if (!arrived) {
      arrived = true;
      joint.arrived();
    }
  }

  /** Shows the version to readers. Runs on: the loop that arrived last. */
  void show() {
    var shown = version;
    if (tree != null && shown != null) {
      tree.show(shown);
    }
  }

  /** Makes the shard publish the version that is shown, and those that wait for it. Any thread. */
  void publish() {
    shard.execute(() -> shard.joints().publish());
  }

  /** Returns the table, index or queue of the first operation. The others may have others. */
  @Override
  public int tableId() {
    return tableId;
  }

  @Override
  public int weightBytes() {
    return weightBytes;
  }

  /** Returns the receiver of a refusal that comes before the shard has parked. */
  @Override
  public CommandReply reply() {
    return new CommandReply() {
      @Override
      public void done(long timestampTicks) {
        throw new IllegalStateException("a part is answered by its joint command");
      }

      @Override
      public void failed(TableServiceException failure) {
        joint.cancel(failure);
      }
    };
  }

  @Override
  public void dispatch(Handler handler) {
    handler.joint(this);
  }

  /**
   * Runs tasks on the thread of the shard's loop after all tasks that wait there now. Any thread.
   */
  Executor afterWaiting() {
    return shard.afterWaiting();
  }
}
