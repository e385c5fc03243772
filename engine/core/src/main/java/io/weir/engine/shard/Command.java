package io.weir.engine.shard;

/** What is sent to a shard, to be decided and carried out as one. */
public sealed interface Command permits WriteCommand, RangeRemoval {

  /** Counted for a command beside what it carries. */
  int OVERHEAD_BYTES = 256;

  /** The table, as the catalog knew it when the command was made. */
  int tableId();

  /** What the command counts for in the mailbox: about its size in memory. */
  int weightBytes();

  /** Told the outcome, once. */
  Reply reply();

  /** Calls the method of the handler that belongs to this kind. */
  void dispatch(Handler handler);

  /** One method for each kind of command. */
  interface Handler {
    void write(WriteCommand command);

    void removeRanges(RangeRemoval command);
  }
}
