package io.weir.engine;

import io.weir.api.entity.Entity;
import io.weir.api.error.TableServiceException;
import io.weir.engine.scan.MomentRead;
import io.weir.engine.store.ReadView;
import io.weir.engine.tree.ColdPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import reactor.core.publisher.MonoSink;

/**
 * Reads entities as of one moment, and repeats the read while joint commands are being published.
 *
 * <p>Runs on: the thread that subscribes; after {@value #ATTEMPTS} attempts in a row, as a task of
 * a loop. On a loop it first has pages read that are not in memory.
 */
final class JointRead implements Runnable {

  private static final int ATTEMPTS = 100;

  private final ReadView store;
  private final List<byte[]> keys;
  private final MonoSink<List<Optional<Entity>>> sink;

  /** Whether the read may still give up at a cold page. */
  private boolean resident = true;

  /** @param keys keys of the clustered index */
  JointRead(ReadView store, List<byte[]> keys, MonoSink<List<Optional<Entity>>> sink) {
    this.store = store;
    this.keys = keys;
    this.sink = sink;
  }

  @Override
  public void run() {
    try {
      for (var attempt = 0; attempt < ATTEMPTS; attempt++) {
        var entities = MomentRead.of(store, keys, resident);
        if (entities != null) {
          sink.success(entities);
          return;
        }
      }
      store.loops().all().get(0).execute(this);
    } catch (ColdPage e) {
      readPages(e);
    } catch (TableServiceException e) {
      sink.error(e);
    }
  }

  /**
   * Has all cold pages read, then reads once more. What writes have replaced meanwhile is in
   * memory, too.
   */
  private void readPages(ColdPage first) {
    resident = false;
    try {
      var pages = new ArrayList<>(MomentRead.coldPages(store, keys));
      pages.add(first);
      store.coldReads().readAll(pages, Objects.requireNonNull(store.loops().current()), this);
    } catch (TableServiceException e) {
      sink.error(e);
    }
  }
}
