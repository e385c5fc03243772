package io.weir.engine.command;

import io.weir.api.error.TableServiceException;
import org.jspecify.annotations.Nullable;

/**
 * Decides a command: some tenths of a millisecond of work. Runs on: shard loop; again, when the
 * command is put back for lack of room.
 */
@FunctionalInterface
public interface Decision {

  /**
   * What a decision sees.
   *
   * @param entries everything that was written before
   * @param ticks the Timestamp of the command; it is later than that of every earlier command of
   *     the shard, also after the clock was set back
   * @param isFull whether the page files have no room; a decision then removes a few keys only
   */
  record View(PendingTree entries, long ticks, boolean isFull) {}

  /**
   * Makes the changes, or returns the refusal; what a refused decision has changed has no effect.
   */
  @Nullable
  TableServiceException decide(View view, Changes changes);
}
