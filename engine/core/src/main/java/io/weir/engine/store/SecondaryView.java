package io.weir.engine.store;

import io.weir.engine.catalog.Catalog;
import io.weir.engine.index.ExpiryCheck;
import io.weir.engine.index.PartitionGroups;
import io.weir.engine.loop.Loops;
import io.weir.engine.shard.JointPublications;
import io.weir.engine.shard.Shard;
import io.weir.engine.store.residence.ColdReads;
import io.weir.engine.tree.Pin;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What this node has applied, also while another node leads. Any thread.
 *
 * @param catalog the tables that the read goes by, as the node's trees have them
 */
record SecondaryView(Store store, Catalog catalog) implements ReadView {

  @Override
  public Pin pin(int shard) {
    return store.pinHere(shard);
  }

  @Override
  public @Nullable ExpiryCheck expiryOf(int tableId) {
    var expiration = catalog.expirations().of(tableId);
    return expiration == null ? null : expiration.at(store.presentTicks());
  }

  @Override
  public long presentTicks() {
    return store.presentTicks();
  }

  @Override
  public PartitionGroups groups() {
    return store.groups();
  }

  @Override
  public List<Shard> shards() {
    return store.shards();
  }

  @Override
  public Loops loops() {
    return store.loops();
  }

  @Override
  public JointPublications jointPublications() {
    return store.jointPublications();
  }

  @Override
  public ColdReads coldReads() {
    return store.coldReads();
  }

  @Override
  public LongSupplier nanoClock() {
    return store.nanoClock();
  }

  @Override
  public void memoryFailed(InternalError cause) {
    store.memoryFailed(cause);
  }
}
