package io.weir.engine.walk;

import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.tree.ColdPage;

/**
 * What a walk works on from its beginning to its end before it goes on: the expired entities of a
 * table, the messages of a lane, the entries of an index. It remembers its own position, in memory
 * or in the tree.
 *
 * <p>Owner: the loop of the walk's shard.
 */
@FunctionalInterface
public interface Stretch {

  /** How a walk goes on after a slice that was not carried out. */
  enum Then {

    /** The slice is sent again at once, because what it was planned from has changed. */
    AGAIN,

    /**
     * The slice is sent again after a pause; a walk that repeats its passes ends the pass instead.
     */
    LATER,

    /** The walk goes on to the next stretch, because nothing is left of this one. */
    OVER
  }

  /**
   * Sends the next slice. Returns false if the mailbox has no room for it now.
   *
   * <p>A slice that is sent calls {@link ShardWalk#evaluated} when it is evaluated, and once again
   * for each repeated evaluation. It then calls {@link ShardWalk#done} or {@link ShardWalk#failed}
   * once.
   */
  boolean send(ShardWalk walk);

  /**
   * Whether there may be work. A walk looks at 100 stretches in one task of the loop, so this reads
   * little. Throws {@link ColdPage} at a page that is not in memory; the walk then has it read and
   * asks again.
   */
  default boolean isDue() {
    return true;
  }

  /** Moves to the next slice, because this one is durable. */
  default void advance(Sliced slice) {}

  /**
   * Decides how to go on after a slice that was not carried out. A table, index or queue that does
   * not exist any more is over.
   */
  default Then refused(TableServiceException failure) {
    return failure instanceof NotFoundException ? Then.OVER : Then.LATER;
  }

  /**
   * Hears that the walk goes on without this stretch. Not called when the store closes.
   *
   * @param isWhole whether its last slice is durable
   */
  default void left(boolean isWhole) {}
}
