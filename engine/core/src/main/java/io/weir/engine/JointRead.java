package io.weir.engine;

import io.weir.api.entity.Entity;
import io.weir.api.error.TableServiceException;
import io.weir.engine.scan.MomentRead;
import io.weir.engine.store.Store;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.MonoSink;

/**
 * Reads entities as of one moment, and repeats the read while joint commands are being published.
 *
 * <p>Runs on: the thread that subscribes; after {@value #ATTEMPTS} attempts in a row, as a task of a loop.
 *
 * @param keys keys of the clustered index
 */
record JointRead(Store store, List<byte[]> keys, MonoSink<List<Optional<Entity>>> sink)
    implements Runnable {

  private static final int ATTEMPTS = 100;

  @Override
  public void run() {
    try {
      for (var attempt = 0; attempt < ATTEMPTS; attempt++) {
        var entities = MomentRead.of(store, keys);
        if (entities != null) {
          sink.success(entities);
          return;
        }
      }
    } catch (TableServiceException e) {
      sink.error(e);
      return;
    }
    store.loops().all().get(0).execute(this);
  }
}
