package io.weir.engine.store.residence;

import io.weir.engine.tree.Pin;
import io.weir.engine.tree.Tree;
import java.io.IOException;

/** The shards of a store as holders of pages. Any thread. */
public interface PagedShards {

  int count();

  /**
   * Pins the published version of a shard. Fails with {@code ServerBusy} while the store closes or
   * the shard is rebuilt.
   */
  Pin pin(int shard);

  /** Returns the published version of a shard. Its pages must not be read. */
  Tree published(int shard);

  /** Reads a page from the disk. Blocks. The caller holds a pin of the shard. */
  void read(int shard, long id, long place) throws IOException;

  /** Returns the number of pages in use; a moment's view. */
  long pages(int shard);

  /** Returns the bytes of the places of these pages; a moment's view. */
  long bytes(int shard);
}
