package io.weir.engine.indexing;

import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.loop.SliceTurn;
import io.weir.engine.pending.Changes;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.shard.Shard;
import io.weir.engine.shard.UpkeepCommand;
import io.weir.engine.tree.Tree;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work of one shard in slices, one after another, until a slice says that it was the last.
 *
 * <p>A slice keeps its position in the tree, so an evaluation that is repeated repeats nothing else. Runs on: the shard's loop, except {@link
 * #offer}: any thread.
 */
final class SlicedWork implements CommandReply {

  private static final Logger LOG = LoggerFactory.getLogger(SlicedWork.class);

  private static final Duration RETRY = Duration.ofMillis(200);

  /** A kind of work. */
  interface Work {

    /** Makes the changes of the next slice. Returns whether another slice follows. */
    boolean slice(int group, Tree tree, Changes changes);
  }

  private final Shard shard;
  private final SliceTurn turn;
  private final BooleanSupplier isClosing;
  private final UpkeepCommand command;
  private final Runnable whenFinished;

  /** Whether another slice follows the one that was evaluated last. */
  private boolean more;

  /**
   * Prepares work.
   *
   * @param turn among the background work of the shard's loop
   * @param id the table or index that the work ends with
   * @param whenFinished runs once, after the last slice is durable; never when the table or index is dropped before
   */
  SlicedWork(
      Shard shard,
      int group,
      SliceTurn turn,
      int id,
      Work work,
      BooleanSupplier isClosing,
      Runnable whenFinished) {
    this.shard = shard;
    this.turn = turn;
    this.isClosing = isClosing;
    this.whenFinished = whenFinished;
    this.command = new UpkeepCommand(
        id,
        true,
        (view, changes) -> {
          more = work.slice(group, view.tree(), changes);
          turn.end();
        },
        this);
  }

  /** Offers the next slice when it is the work's turn and the shard's mailbox has room. */
  void offer() {
    turn.take(this::offerInTurn);
  }

  private void offerInTurn() {
    if (!shard.offerPatiently(command)) {
      turn.end();
      shard.whenRoom(this::offer);
    }
  }

  @Override
  public void done(long timestampTicks) {
    if (more) {
      offer();
    } else {
      whenFinished.run();
    }
  }

  @Override
  public void failed(TableServiceException failure) {
    turn.end();
    if (failure instanceof NotFoundException || isClosing.getAsBoolean()) {
      LOG.debug("work on an index ends early id={}", command.tableId(), failure);
    } else {
      shard.schedule(RETRY, this::offer);
    }
  }
}
