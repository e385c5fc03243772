package io.weir.engine.shard;

import io.weir.engine.command.Changes;
import io.weir.engine.tree.Tree;

/**
 * A command of the store itself that reads a slice of the shard's private tree and changes what it
 * finds: index entries, markers, or entities that are to be removed.
 *
 * <p>It is the only command of its turn, so the tree holds everything that was written before. The
 * entries of an entity that it removes are removed with it.
 *
 * @param tableId the table or index that must exist; otherwise the command is refused with
 *     {@code TableNotFound}
 * @param stores whether it stores something, and is therefore refused while the page files have no
 *     room
 */
public record UpkeepCommand(int tableId, boolean stores, Slice slice, CommandReply reply)
    implements Command {

  /**
   * What a slice sees.
   *
   * @param tree everything that was written before
   * @param presentTicks the moment by which entities are judged as expired
   * @param isFull whether the page files have no room; a slice then removes a few keys only, see
   *     {@link PageRoom}
   */
  public record View(Tree tree, long presentTicks, boolean isFull) {}

  /**
   * Reads a slice and makes its changes: some tenths of a millisecond of work. Runs on: shard loop.
   */
  @FunctionalInterface
  public interface Slice {
    void evaluate(View view, Changes changes);
  }

  @Override
  public int weightBytes() {
    return OVERHEAD_BYTES;
  }

  @Override
  public void dispatch(Handler handler) {
    handler.upkeep(this);
  }
}
