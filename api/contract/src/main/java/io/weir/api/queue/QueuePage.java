package io.weir.api.queue;

import java.util.List;

/**
 * A page of queues, ordered by name.
 *
 * @param nextMarker the marker of the next page; empty at the end
 */
public record QueuePage(List<ListedQueue> queues, String nextMarker) {

  public QueuePage {
    queues = List.copyOf(queues);
  }
}
