package io.weir.engine.shard;

import io.weir.api.error.TableServiceException;

/**
 * A command that removes some expired entities of one table from a shard. See {@link ExpirySweeper}.
 *
 * <p>It is the only command of its turn. The evaluation finds the entities, so the command never removes one that a write has renewed.
 *
 * <p>Owner: shard loop.
 */
final class ExpirySweepCommand implements Command, CommandReply {

  private final int tableId;
  private final byte[] from;
  private final ExpirySweeper sweeper;
  private ExpiredWalk.Slice slice = ExpiredWalk.Slice.NONE;

  /** @param from the key of the clustered index at which the search begins */
  ExpirySweepCommand(int tableId, byte[] from, ExpirySweeper sweeper) {
    this.tableId = tableId;
    this.from = from;
    this.sweeper = sweeper;
  }

  byte[] from() {
    return from;
  }

  /** Notes what the evaluation found. A command that is evaluated again notes it again. */
  void found(ExpiredWalk.Slice found) {
    slice = found;
  }

  @Override
  public int tableId() {
    return tableId;
  }

  @Override
  public int weightBytes() {
    return OVERHEAD_BYTES + from.length;
  }

  @Override
  public CommandReply reply() {
    return this;
  }

  @Override
  public void done(long timestampTicks) {
    sweeper.swept(slice);
  }

  @Override
  public void failed(TableServiceException failure) {
    sweeper.refused(failure);
  }

  @Override
  public boolean isAlone() {
    return true;
  }

  @Override
  public void dispatch(Handler handler) {
    handler.sweep(this);
  }
}
