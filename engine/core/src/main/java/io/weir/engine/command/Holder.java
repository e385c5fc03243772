package io.weir.engine.command;

import io.weir.api.entity.EntityKey;
import io.weir.engine.index.TreeKeys;

/** An entity that holds a claim, or is said to hold it. */
public final class Holder {

  private final int tableId;
  private final EntityKey name;
  private final byte[] key;

  /** Finds the key of an entity in the clustered index. */
  public Holder(int tableId, EntityKey name) {
    this.tableId = tableId;
    this.name = name;
    this.key = TreeKeys.of(tableId, name.encoded());
  }

  public int tableId() {
    return tableId;
  }

  public EntityKey name() {
    return name;
  }

  /** Returns the key in the clustered index. */
  public byte[] key() {
    return key;
  }
}
