package io.weir.engine.shard;

import io.weir.api.error.TableServiceException;
import io.weir.engine.pending.PendingTree;
import org.jspecify.annotations.Nullable;

/**
 * A command whose changes a function decides on the shard's loop: it reads what was written before it, refuses, or makes changes. All its
 * changes are one record of the log.
 *
 * @param tableId the id that must exist; otherwise the command is refused with {@code TableNotFound}
 * @param stores whether it stores something, and is therefore refused while the page files have no room
 * @param isAlone whether it has a turn of its own, so that the tree holds everything that was written before
 * @param weightBytes the command's weight in the mailbox: about its size in memory
 */
public record DecisionCommand(
    int tableId,
    boolean stores,
    boolean isAlone,
    int weightBytes,
    Decision decision,
    CommandReply reply)
    implements Command {

  /**
   * What a decision sees.
   *
   * @param entries everything that was written before
   * @param ticks the Timestamp of the command; it is later than that of every earlier command of the shard, also after the clock was set back
   * @param isFull whether the page files have no room; a decision then removes a few keys only, see {@link PageRoom}
   */
  public record View(PendingTree entries, long ticks, boolean isFull) {}

  /** Decides a command: some tenths of a millisecond of work. Runs on: shard loop; again, when the command is put back for lack of room. */
  @FunctionalInterface
  public interface Decision {

    /** Makes the changes, or returns the refusal; what a refused decision has changed has no effect. */
    @Nullable
    TableServiceException decide(View view, UpkeepCommand.Changes changes);
  }

  @Override
  public void dispatch(Handler handler) {
    handler.decide(this);
  }
}
