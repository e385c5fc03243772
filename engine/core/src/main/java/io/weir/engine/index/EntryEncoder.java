package io.weir.engine.index;

import org.jspecify.annotations.Nullable;

/** Computes the entry of an entity in an index. Belongs to one thread at a time. */
public final class EntryEncoder {

  private final TableIndex index;
  private final CoveredValues values;

  /** Prepares the computation of an index's entries. */
  public EntryEncoder(TableIndex index) {
    this.index = index;
    var definition = index.definition();
    this.values = new CoveredValues(
        definition, ValueCode.textLimit(definition.properties().size()));
  }

  /** Returns the index. */
  public TableIndex index() {
    return index;
  }

  /**
   * Whether two forms of an entity surely have the same entry, or none. Much cheaper than a
   * comparison of their entries.
   */
  public boolean isSame(byte[] treeKey, byte[] before, byte[] after) {
    return values.areSame(treeKey, before, after);
  }

  /**
   * Returns the key of an entity's entry; null when the index does not cover the entity.
   *
   * @param treeKey the entity's key in the clustered index
   * @param group the partition group of the entity
   */
  public byte @Nullable [] entry(byte[] treeKey, byte[] stored, int group) {
    var covered = values.of(treeKey, stored);
    return covered == null
        ? null
        : IndexKeys.entry(index.id(), covered, TreeKeys.entityKey(treeKey), group);
  }
}
