package io.weir.engine.lane;

import io.weir.engine.queue.Lane;
import io.weir.engine.queue.QueueKeys;
import io.weir.engine.queue.WaitingTakes;
import io.weir.engine.shard.Shard;
import io.weir.engine.store.Store;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The waiting takes of all shards of a store. Any thread. */
public final class QueueWaits {

  private final Store store;
  private final Map<Shard, WaitingTakes> takes;

  /** Makes the waits of a store, of which there are none yet. */
  public QueueWaits(Store store) {
    this.store = store;
    this.takes = store.shards().stream()
        .collect(Collectors.toUnmodifiableMap(
            Function.identity(), shard -> new WaitingTakes(shard, store.nanoClock())));
  }

  /** Returns the waiting takes of the shard that has a lane's entries. */
  WaitingTakes of(Lane lane) {
    var found = takes.get(store.commands().shardOf(QueueKeys.counter(lane)));
    if (found == null) {
      throw new IllegalStateException("a shard has no waiting takes " + lane);
    }
    return found;
  }

  /**
   * Reports messages of a lane that were put or changed, or the end of the queue; see
   * {@link WaitingTakes#arrived}.
   */
  public void arrived(Lane lane, int messages) {
    of(lane).arrived(lane, messages);
  }

  /** Returns the number of takes that wait; a moment's view. */
  public int waiting() {
    return takes.values().stream().mapToInt(WaitingTakes::waiting).sum();
  }

  /** Ends all waits. Takes that come later do not wait. */
  public void close() {
    takes.values().forEach(WaitingTakes::close);
  }
}
