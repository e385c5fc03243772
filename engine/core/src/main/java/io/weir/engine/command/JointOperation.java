package io.weir.engine.command;

/** An operation of a joint command, in one shard. */
public sealed interface JointOperation permits EntityOperation, ClaimOperation, DecisionOperation {

  /**
   * Returns the position of the client's operation that it belongs to, counting from 0. A refusal
   * names it.
   */
  int position();

  /** Returns the key in the clustered index that decides the shard. */
  byte[] key();

  /**
   * Whether the operation stores something, and is therefore refused while the page files have no
   * room.
   */
  boolean stores();

  /** Returns about the size of the operation in memory, in bytes. */
  int weightBytes();
}
