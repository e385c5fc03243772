package io.weir.perf.peer;

import io.weir.api.entity.Entity;
import io.weir.perf.workload.DataSet;
import java.io.IOException;
import java.util.List;

/** An embedded store that holds a data set. Any thread. Closing keeps its data. */
public sealed interface Peer extends AutoCloseable permits RocksPeer, LmdbPeer {

  /**
   * Stores the data set in the order of keys and brings the store into its fastest form for reads.
   * Blocks.
   */
  void load(DataSet data);

  /** Returns a reader for the calling thread; it must be closed before the peer. */
  PeerReader reader();

  /**
   * Stores entities in one transaction, whether or not their keys exist. Neither advances versions
   * nor reads existing rows.
   *
   * @param forced whether the disk has them before this returns
   */
  void put(List<Entity> entities, boolean forced);

  @Override
  void close() throws IOException;
}
