package io.weir.engine.shard;

import io.weir.engine.command.Decision;

/**
 * A command whose changes a function decides on the shard's loop: it reads what was written before
 * it, refuses, or makes changes. All its changes are one record of the log.
 *
 * @param tableId the id that must exist; otherwise the command is refused with
 *     {@code TableNotFound}
 * @param stores whether it stores something, and is therefore refused while the page files have no
 *     room
 * @param isAlone whether it has a turn of its own, so that the tree holds everything that was
 *     written before
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

  @Override
  public void dispatch(Handler handler) {
    handler.decide(this);
  }
}
