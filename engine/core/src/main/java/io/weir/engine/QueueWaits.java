package io.weir.engine;

import io.weir.engine.queue.QueueKeys;
import io.weir.engine.queue.WaitingTakes;
import io.weir.engine.shard.Shard;
import io.weir.engine.store.Store;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The waiting takes of all shards of a store. Any thread. */
final class QueueWaits {

  private final Store store;
  private final Map<Shard, WaitingTakes> takes;

  QueueWaits(Store store) {
    this.store = store;
    this.takes = store.shards().stream()
        .collect(Collectors.toUnmodifiableMap(
            Function.identity(), shard -> new WaitingTakes(shard, store.nanoClock())));
  }

  /** Returns the waiting takes of the shard that has a queue's entries. */
  WaitingTakes of(int queueId) {
    var found = takes.get(store.shardOf(QueueKeys.counter(queueId)));
    if (found == null) {
      throw new IllegalStateException("a shard has no waiting takes queue=" + queueId);
    }
    return found;
  }

  /** Reports messages of a queue that were put or changed, or the end of the queue; see {@link WaitingTakes#arrived}. */
  void arrived(int queueId, int messages) {
    of(queueId).arrived(queueId, messages);
  }

  /** Returns the number of takes that wait; a moment's view. */
  int waiting() {
    return takes.values().stream().mapToInt(WaitingTakes::waiting).sum();
  }

  /** Ends all waits. Takes that come later do not wait. */
  void close() {
    takes.values().forEach(WaitingTakes::close);
  }
}
