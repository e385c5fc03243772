package io.weir.perf.engine;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.perf.peer.PeerReader;
import io.weir.perf.workload.DataSet;
import org.jspecify.annotations.Nullable;

/** One read by a key, timed. Any thread; the watch is the calling thread's. */
final class KeyReads {

  private KeyReads() {}

  static @Nullable Entity read(WeirState weir, EntityKey key, Stopwatch watch) {
    watch.start();
    var entity = weir.tables.get(DataSet.TABLE, key).block();
    watch.stop();
    return entity;
  }

  static @Nullable Entity read(PeerReader peer, EntityKey key, Stopwatch watch) {
    watch.start();
    var entity = peer.get(key);
    watch.stop();
    return entity;
  }
}
