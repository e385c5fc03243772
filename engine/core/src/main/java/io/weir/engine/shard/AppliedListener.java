package io.weir.engine.shard;

/** Hears what the records of another node change beside entities. Runs on: loops of the shards. */
public interface AppliedListener {

  /** Reports that a record names a table, an index or a queue. */
  void id(int id);

  /** Reports a row of the catalog that a record stores. */
  void row(byte[] key, byte[] stored);

  /** Reports that a change of the catalog is published. */
  void catalogChanged();
}
