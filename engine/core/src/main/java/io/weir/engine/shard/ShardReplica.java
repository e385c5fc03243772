package io.weir.engine.shard;

import io.weir.engine.log.CommitLog;
import io.weir.engine.loop.Loop;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A shard's part in what several nodes agree on. While another node leads, the shard refuses
 * commands and applies that node's records; while its own leads, it closes times. A store of its
 * own calls nothing here.
 *
 * <p>Public methods: any thread. All others: shard loop, in each task that takes turns.
 */
public final class ShardReplica {

  private final Loop loop;
  private final CommitLog log;
  private final Mailbox mailbox;
  private final PageRoom room;
  private final Timestamps timestamps;
  private final JointTurns joints;
  private final AppliedTurns applied;
  private final Runnable wake;

  private record ClosingTime(long atLeast, LongConsumer closed) {}

  /** The request that waits until the shard can close a time; null if there is none. */
  private @Nullable ClosingTime closing;

  /** @param wake has the shard take turns soon; any thread */
  ShardReplica(
      Loop loop,
      CommitLog log,
      Mailbox mailbox,
      PageRoom room,
      Timestamps timestamps,
      JointTurns joints,
      AppliedTurns applied,
      Runnable wake) {
    this.loop = loop;
    this.log = log;
    this.mailbox = mailbox;
    this.room = room;
    this.timestamps = timestamps;
    this.joints = joints;
    this.applied = applied;
    this.wake = wake;
  }

  /**
   * Makes the shard apply its parts of records that are in the log and that it has not evaluated,
   * after those given before. Calls for one shard come in the order of the log.
   */
  public void apply(List<AppliedRecord> records) {
    loop.execute(() -> {
      records.forEach(applied::add);
      wake.run();
    });
  }

  /**
   * Sets who hears what the records of {@link #apply} change beside entities. Called before the
   * shard serves.
   */
  public void tellApplied(AppliedListener listener) {
    applied.tell(listener);
  }

  /**
   * Drops the records that wait, because the tree will be closed, and takes no others. The next
   * start finds them in the log.
   */
  public void stopApplying() {
    loop.execute(applied::abandon);
  }

  /** Whether records wait to be applied; a moment's view. */
  public boolean isApplying() {
    return applied.areWaiting();
  }

  /**
   * Closes the time up to the present: the shard has offered everything to the log that it gave a
   * Timestamp up to then, and gives only later ones. Waits until no evaluated command waits to be
   * offered. A later call takes the place of one that waits.
   *
   * @param atLeast a Timestamp that is closed in any case
   * @param closed receives the time on the shard's loop
   */
  public void closeTime(long atLeast, LongConsumer closed) {
    loop.execute(() -> {
      closing = new ClosingTime(atLeast, closed);
      wake.run();
    });
  }

  /**
   * Makes the shard give only Timestamps that are later than one of another node. A joint command
   * for which the shard has parked, and which would get an earlier one, is refused.
   */
  public void seen(long ticks) {
    loop.execute(() -> timestamps.seen(ticks));
  }

  /**
   * Refuses all commands at once while another node leads. A part of a joint command must not wait
   * here: a shard that has parked for it applies nothing, and this shard may wait for that one's
   * part of a joint record.
   */
  void refuseElsewhere() {
    var outage = log.outage();
    if (outage == null || log.readOutage() == null) {
      return;
    }
    for (var command = mailbox.poll(); command != null; command = mailbox.poll()) {
      Turn.fail(command.reply(), LogFailure.notDone(outage.cause()));
    }
  }

  /**
   * Applies the records of another node. A turn that waits for room belongs to a term that is over.
   */
  void applyRecords() {
    if (applied.areWaiting() && !joints.isParked()) {
      var outage = log.outage();
      if (outage != null) {
        room.failWaiting(LogFailure.notDone(outage.cause()));
      }
      if (!room.isAwaited()) {
        applied.apply();
      }
    }
  }

  /** Answers the request to close a time if everything that was evaluated is offered. */
  void closeTime() {
    var request = closing;
    if (request != null && !room.isAwaited() && !joints.isParked()) {
      closing = null;
      request.closed().accept(timestamps.close(request.atLeast()));
    }
  }
}
