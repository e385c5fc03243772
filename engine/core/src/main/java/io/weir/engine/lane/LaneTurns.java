package io.weir.engine.lane;

import io.weir.api.queue.NewMessage;
import io.weir.engine.catalog.MessageQueue;
import io.weir.engine.queue.Lane;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets the lanes of queues take turns: at messages without an ordering key, and at takes. One for
 * each store. Any thread.
 */
public final class LaneTurns {

  private final AtomicInteger messages = new AtomicInteger();
  private final AtomicInteger takes = new AtomicInteger();

  /** Returns the lane of the message's ordering key, or the one whose turn it is. */
  public Lane forMessage(MessageQueue queue, NewMessage message) {
    var key = message.orderingKey();
    return key != null ? Lane.ofKey(queue, key) : Lane.ofTurn(queue, next(queue, messages));
  }

  /** Returns all lanes in the order in which a take looks at them. */
  List<Lane> forTake(MessageQueue queue) {
    return Lane.of(queue, next(queue, takes));
  }

  /** Queues of one lane do not contend for the counter. */
  private static int next(MessageQueue queue, AtomicInteger turns) {
    return queue.lanes() == 1 ? 0 : turns.getAndIncrement();
  }
}
