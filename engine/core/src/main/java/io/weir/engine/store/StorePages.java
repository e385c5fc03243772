package io.weir.engine.store;

import io.weir.engine.store.residence.PagedShards;
import io.weir.engine.tree.Pin;
import io.weir.engine.tree.Tree;
import java.io.IOException;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The pages of a store's shards. Any thread.
 *
 * @param trees the current tree of each shard; a rebuild replaces the shard's element before the
 *     shard serves again
 */
record StorePages(List<ShardTree> trees, IntFunction<Pin> pins) implements PagedShards {

  @Override
  public int count() {
    return trees.size();
  }

  @Override
  public Pin pin(int shard) {
    return pins.apply(shard);
  }

  @Override
  public Tree published(int shard) {
    return trees.get(shard).tree().published();
  }

  @Override
  public void read(int shard, long id, long place) throws IOException {
    trees.get(shard).pages().read(id, place);
  }

  @Override
  public long pages(int shard) {
    return trees.get(shard).pages().stats().pages();
  }

  @Override
  public long bytes(int shard) {
    return trees.get(shard).pages().usedBytes();
  }
}
