package io.weir.engine.walk;

import io.weir.engine.command.Changes;
import io.weir.engine.shard.UpkeepCommand;

/**
 * A stretch whose slices are commands of the store itself: each reads the shard's private tree and
 * changes what it finds.
 */
public interface UpkeepStretch extends Stretch {

  /** Returns the id of the table or index that must exist. */
  int tableId();

  /**
   * Whether slices store something, and are therefore refused while the page files have no room.
   */
  default boolean stores() {
    return true;
  }

  /**
   * Reads the next slice and makes its changes: some tenths of a millisecond of work. The same
   * slice may be evaluated again, until it is durable and {@link #advance} is called.
   */
  Sliced slice(UpkeepCommand.View view, Changes changes);

  @Override
  default boolean send(ShardWalk walk) {
    return walk.offer(new UpkeepCommand(
        tableId(), stores(), (view, changes) -> walk.evaluated(slice(view, changes)), walk));
  }
}
