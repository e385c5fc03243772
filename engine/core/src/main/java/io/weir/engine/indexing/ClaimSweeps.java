package io.weir.engine.indexing;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.index.ClaimSweepMarker;
import io.weir.engine.index.TableIndex;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.store.Store;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The sweeps of claims of a store, at most one for each unique index. Any thread. */
final class ClaimSweeps {

  private final Store store;
  private final Set<Integer> running = ConcurrentHashMap.newKeySet();

  ClaimSweeps(Store store) {
    this.store = store;
  }

  /** Begins a sweep if one is due and none runs. A sweep that runs notices at its end that another one is due. */
  void beginIfDue(TableIndex index, int tableId) {
    if (isDue(index) && running.add(index.id())) {
      new ClaimSweep(store, index, tableId, () -> ended(index, tableId)).begin();
    }
  }

  private void ended(TableIndex index, int tableId) {
    running.remove(index.id());
    if (!store.isClosing() && store.catalog().isLive(index.id())) {
      beginIfDue(index, tableId);
    }
  }

  private boolean isDue(TableIndex index) {
    for (var group = 0; group < store.shards().size(); group++) {
      try (var pin = store.pin(group)) {
        if (pin.tree().find(ClaimSweepMarker.key(index.id(), group)) != null) {
          return true;
        }
      } catch (ServiceBusyException | PageDamaged e) {
        return !store.isClosing(); // a shard that is rebuilt gets a sweep in any case
      }
    }
    return false;
  }
}
