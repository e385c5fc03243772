package io.weir.engine.shard;

import io.weir.api.TableWrite;

/** An operation of a joint command. The key's array is not copied and must not be written to. */
public final class JointOperation {

  private final int position;
  private final int tableId;
  private final byte[] key;
  private final TableWrite operation;

  /**
   * Makes an operation.
   *
   * @param position its position in the joint command, counting from 0
   * @param tableId the table's id in the catalog when the command was made
   * @param key the key in the clustered index
   */
  public JointOperation(int position, int tableId, byte[] key, TableWrite operation) {
    this.position = position;
    this.tableId = tableId;
    this.key = key;
    this.operation = operation;
  }

  int position() {
    return position;
  }

  int tableId() {
    return tableId;
  }

  byte[] key() {
    return key;
  }

  TableWrite operation() {
    return operation;
  }

  /** Whether the operation stores an entity. */
  boolean stores() {
    return operation instanceof TableWrite.Change change && !WriteCommand.isRemoval(change.write());
  }

  int weightBytes() {
    return key.length
        + (operation instanceof TableWrite.Change change ? change.write().weightBytes() : 0);
  }
}
