package io.weir.pattern.process;

import io.weir.api.FeedStart;
import io.weir.api.edm.EdmDateTime;
import java.util.Optional;

/**
 * What happened in a member. See {@link ProcessorOptions.Builder#listener}.
 *
 * <p>Partition group {@link #FRONTIER} stands for the search for groups that no member knows yet.
 * It is leased like a group and has no changes.
 */
public sealed interface ProcessorEvent {

  /** The number that stands for the search for new partition groups. */
  int FRONTIER = -1;

  /**
   * The member owns a group from now on.
   *
   * @param epoch higher than that of every earlier owner
   */
  record GroupOwned(int partitionGroup, long epoch, FeedStart from) implements ProcessorEvent {}

  /** The reason of a loss. */
  enum Loss {
    /** Another member has the lease. */
    TAKEN,
    /**
     * The member could not renew the lease in time. It stopped its work, because another member may
     * have the lease.
     */
    EXPIRED
  }

  /** The member no longer owns a group, and has cancelled its work there. */
  record GroupLost(int partitionGroup, Loss loss) implements ProcessorEvent {}

  /** The member has handed a group back, with the position after its last handled batch. */
  record GroupReleased(int partitionGroup) implements ProcessorEvent {}

  /**
   * The position of a group is stored.
   *
   * @param handled changes that this member has handled in the group since it owns it
   * @param changedAt Timestamp of the last of them; compare it with the present for the lag of a
   *     group that has not caught up
   * @param caughtUp whether the feed has reported a checkpoint since the last change
   */
  record PositionWritten(
      int partitionGroup,
      FeedStart position,
      long handled,
      Optional<EdmDateTime> changedAt,
      boolean caughtUp)
      implements ProcessorEvent {}

  /** A batch failed and will be repeated. */
  record BatchFailed(ChangeBatch batch, int attempt, Throwable failure) implements ProcessorEvent {}

  /**
   * A batch failed in each attempt. Its changes are in the table of dead letters, and the group
   * goes on after them.
   */
  record BatchParked(ChangeBatch batch, int attempts, Throwable failure)
      implements ProcessorEvent {}

  /**
   * Changes of a group were no longer kept. The member reads the group from the beginning, as its
   * options say.
   */
  record ChangesLost(int partitionGroup) implements ProcessorEvent {}

  /** The service failed for now, at a feed, a lease or a dead letter. The member tries again. */
  record ServiceFailing(Throwable failure) implements ProcessorEvent {}
}
