package io.weir.perf.engine;

import io.weir.perf.peer.LmdbPeer;
import io.weir.perf.peer.Peer;
import io.weir.perf.peer.RocksPeer;
import io.weir.perf.process.StoreHome;
import java.util.List;

/** The names of the measured stores, in methods of benchmarks, lines of reports, and folders. */
public final class Subjects {

  public static final String WEIR = "weir";
  public static final String ROCKSDB = "rocksdb";
  public static final String LMDB = "lmdb";

  /** The bare disk, which is the limit of forced writes. */
  public static final String DISK = "disk";

  /** The stores, in the order in which they are measured. */
  public static final List<String> STORES = List.of(WEIR, ROCKSDB, LMDB);

  private Subjects() {}

  /** Opens a peer in its home without filling it. */
  public static Peer open(String peer, StoreHome home, boolean forced) {
    return switch (peer) {
      case ROCKSDB -> RocksPeer.open(home.path());
      case LMDB -> LmdbPeer.open(home.path(), forced);
      default -> throw new IllegalArgumentException("unknown peer peer=" + peer);
    };
  }
}
