package io.weir.engine.indexing;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.index.ClaimSweepMarker;
import io.weir.engine.index.TableIndex;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.store.Store;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sweeps of claims of a store, at most one for each unique index at a time. Any thread. */
final class ClaimSweeps {

  private static final Logger LOG = LoggerFactory.getLogger(ClaimSweeps.class);

  private final Store store;

  /** The ids of the indexes that are being swept. The value says whether another sweep follows. */
  private final Map<Integer, Boolean> running = new ConcurrentHashMap<>();

  ClaimSweeps(Store store) {
    this.store = store;
  }

  /**
   * Begins a sweep that visits every claim after this call: now, or when the sweep that runs has
   * ended.
   */
  void begin(TableIndex index, int tableId) {
    if (!running.merge(index.id(), false, (one, other) -> true)) {
      start(index, tableId);
    }
  }

  /** Whether a sweep of an index runs; a moment's view. */
  boolean isRunning(TableIndex index) {
    return running.containsKey(index.id());
  }

  /** Begins a sweep if the last run has left one that is due. */
  void beginIfDue(TableIndex index, int tableId) {
    if (isDue(index)) {
      begin(index, tableId);
    }
  }

  private void start(TableIndex index, int tableId) {
    new ClaimSweep(store, index, tableId, () -> ended(index, tableId)).next();
  }

  private void ended(TableIndex index, int tableId) {
    var again = running.computeIfPresent(index.id(), (id, follows) -> follows ? false : null);
    if (again != null && !store.isClosing()) {
      start(index, tableId);
    } else if (!store.isClosing() && store.catalog().isLive(index.id())) {
      beginIfDue(index, tableId); // a removal whose end is not heard yet
    }
  }

  private boolean isDue(TableIndex index) {
    for (var group = 0; group < store.shards().size(); group++) {
      try (var pin = store.pin(group)) {
        if (pin.tree().find(ClaimSweepMarker.key(index.id(), group)) != null) {
          return true;
        }
      } catch (ServiceBusyException | PageDamaged e) {
        LOG.debug("an index of a shard that is rebuilt is swept in any case shard={}", group, e);
        return !store.isClosing();
      }
    }
    return false;
  }
}
