package io.weir.perf.peer;

import io.weir.perf.workload.DataSet;
import io.weir.api.entity.Entity;
import java.io.IOException;
import java.util.List;

/** An embedded store that holds a data set. Any thread. Closing it keeps what it holds. */
public sealed interface Peer extends AutoCloseable permits RocksPeer, LmdbPeer {

  /** Stores the data set, in the order of keys, and brings it into the form that is read fastest. Blocks. */
  void load(DataSet data);

  /** A reader for the calling thread, closed before this. */
  PeerReader reader();

  /**
   * Stores entities in one transaction, whether or not any of those keys are stored; their versions are not advanced, nor is what is
   * there looked at.
   *
   * @param forced whether the disk has them before this returns
   */
  void put(List<Entity> entities, boolean forced);

  @Override
  void close() throws IOException;
}
