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
 * What a read needs of a store: the newest state, or the state that a node has which does not lead.
 * Any thread.
 */
public interface ReadView {

  /**
   * Pins the published version of a shard. Fails with {@code ServerBusy} while it must not be read.
   */
  Pin pin(int shard);

  /** Returns the catalog that the read goes by. */
  Catalog catalog();

  /**
   * Returns a check of a table's stored entities against the present; null when they do not expire.
   */
  @Nullable
  ExpiryCheck expiryOf(int tableId);

  /** Returns the present in ticks, by the clock of the Timestamps. */
  long presentTicks();

  PartitionGroups groups();

  List<Shard> shards();

  Loops loops();

  /**
   * Returns the publications of joint commands, by which a reader of several shards finds one
   * moment.
   */
  JointPublications jointPublications();

  ColdReads coldReads();

  /** Returns the monotonic clock, in nanoseconds, by which work in slices is measured. */
  LongSupplier nanoClock();

  /**
   * Stops the writes of every shard, because an access to memory failed and the error does not name
   * the page.
   */
  void memoryFailed(InternalError cause);
}
