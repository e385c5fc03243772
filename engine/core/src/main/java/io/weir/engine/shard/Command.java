package io.weir.engine.shard;

import java.util.List;

/** A request to a shard, which is carried out completely or not at all. */
public sealed interface Command
    permits WriteCommand, DecisionCommand, RangeRemovalCommand, UpkeepCommand, JointPart {

  /** The weight of a command without its contents, in bytes. */
  int OVERHEAD_BYTES = 256;

  /** Returns the table's id in the catalog when the command was made. */
  int tableId();

  /** Returns the command's weight in the mailbox, in bytes: about its size in memory. */
  int weightBytes();

  /** Returns the receiver of the outcome, which is called once. */
  CommandReply reply();

  /** Returns a hash of the partition that the command is about; 0 if it is not about one. */
  default int partitionHash() {
    return 0;
  }

  /**
   * Returns the keys that the command is about, as far as they are known before it is evaluated.
   */
  default List<byte[]> keys() {
    return List.of();
  }

  /** Whether the command has a turn of its own. */
  default boolean isAlone() {
    return !(this instanceof WriteCommand);
  }

  /** Calls the handler's method for this kind of command. */
  void dispatch(Handler handler);

  /** One method for each kind of command. */
  interface Handler {
    void write(WriteCommand command);

    void decide(DecisionCommand command);

    void removeRanges(RangeRemovalCommand command);

    void upkeep(UpkeepCommand command);

    void joint(JointPart part);
  }
}
