package io.weir.engine.shard;

import io.weir.api.TableWrite;

/**
 * An operation of a joint command.
 *
 * @param position its position in the joint command, counting from 0
 * @param tableId the table's id in the catalog when the command was made
 * @param key the key in the clustered index
 */
public record JointOperation(int position, int tableId, byte[] key, TableWrite operation) {

  /** Whether the operation stores an entity. */
  boolean stores() {
    return operation instanceof TableWrite.Change change && !WriteCommand.isRemoval(change.write());
  }

  int weightBytes() {
    return key.length
        + (operation instanceof TableWrite.Change change ? change.write().weightBytes() : 0);
  }
}
