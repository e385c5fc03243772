package io.weir.engine.command;

import io.weir.api.TableWrite;
import io.weir.api.write.Write;
import io.weir.engine.index.ClaimMove;
import java.util.List;

/** An operation that a client asks for: the write or the check of an entity. */
public final class EntityOperation implements JointOperation {

  private final int position;
  private final int tableId;
  private final byte[] key;
  private final TableWrite operation;
  private final List<ClaimMove> moves;

  /**
   * Makes an operation that moves no claim.
   *
   * @param position its position in the joint command, counting from 0
   * @param tableId the table's id in the catalog when the command was made
   * @param key the key in the clustered index
   */
  public EntityOperation(int position, int tableId, byte[] key, TableWrite operation) {
    this(position, tableId, key, operation, List.of());
  }

  private EntityOperation(
      int position, int tableId, byte[] key, TableWrite operation, List<ClaimMove> moves) {
    this.position = position;
    this.tableId = tableId;
    this.key = key;
    this.operation = operation;
    this.moves = moves;
  }

  /**
   * Returns this operation with the claims that it moves. Other operations of the command carry the
   * moves out.
   */
  public EntityOperation moving(List<ClaimMove> planned) {
    return new EntityOperation(position, tableId, key, operation, planned);
  }

  @Override
  public int position() {
    return position;
  }

  public int tableId() {
    return tableId;
  }

  @Override
  public byte[] key() {
    return key;
  }

  public TableWrite operation() {
    return operation;
  }

  /** Returns the claims that the operation was planned to move. */
  public List<ClaimMove> moves() {
    return moves;
  }

  /** Whether the operation stores an entity. */
  @Override
  public boolean stores() {
    return operation instanceof TableWrite.Change change
        && !(change.write() instanceof Write.Delete);
  }

  @Override
  public int weightBytes() {
    return key.length
        + (operation instanceof TableWrite.Change change ? change.write().weightBytes() : 0);
  }
}
