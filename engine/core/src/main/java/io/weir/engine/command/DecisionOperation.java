package io.weir.engine.command;

/**
 * An operation whose changes a function decides on the shard's loop. The decisions and the other
 * operations of one part must not concern the same keys, because none sees the changes of another.
 */
public final class DecisionOperation implements JointOperation {

  private final int position;
  private final int id;
  private final byte[] key;
  private final int weightBytes;
  private final Decision decision;

  /**
   * Makes an operation.
   *
   * @param position its position in the joint command, counting from 0
   * @param id the id that must exist
   * @param key a key in the clustered index of the shard
   * @param weightBytes about the size of what the decision holds in memory
   */
  public DecisionOperation(int position, int id, byte[] key, int weightBytes, Decision decision) {
    this.position = position;
    this.id = id;
    this.key = key;
    this.weightBytes = weightBytes;
    this.decision = decision;
  }

  @Override
  public int position() {
    return position;
  }

  /** Returns the id that must exist. */
  public int id() {
    return id;
  }

  @Override
  public byte[] key() {
    return key;
  }

  public Decision decision() {
    return decision;
  }

  @Override
  public boolean stores() {
    return true;
  }

  @Override
  public int weightBytes() {
    return weightBytes;
  }
}
