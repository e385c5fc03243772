package io.weir.engine.queue;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.queue.MessageId;
import io.weir.engine.catalog.MessageQueue;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A part of a queue that lies in one shard. Messages of one lane are in order; those of two lanes
 * are not.
 *
 * <p>A message stays in its lane, and its id names the lane. Any thread.
 *
 * @param number counts from 0; below {@link MessageQueue#lanes}
 */
public record Lane(int queueId, int number) {

  /** Bits of a message id that follow the lane's number. */
  private static final int ID_SHIFT = 56;

  /** Returns all lanes of a queue. */
  public static List<Lane> of(MessageQueue queue) {
    return of(queue, 0);
  }

  /**
   * Returns all lanes of a queue, beginning at one of them.
   *
   * @param turn any number; consecutive numbers begin at consecutive lanes
   */
  public static List<Lane> of(MessageQueue queue, int turn) {
    var first = Math.floorMod(turn, queue.lanes()); // before the sum, which may overflow
    return IntStream.range(first, first + queue.lanes())
        .mapToObj(lane -> ofTurn(queue, lane))
        .toList();
  }

  /** Returns the lane whose turn it is. */
  public static Lane ofTurn(MessageQueue queue, int turn) {
    return new Lane(queue.id(), Math.floorMod(turn, queue.lanes()));
  }

  /** Returns the lane of an ordering key. */
  public static Lane ofKey(MessageQueue queue, String key) {
    return ofTurn(queue, mixed(key));
  }

  /**
   * Returns the lane that holds a message. Fails with {@code MessageNotFound} for an id that this
   * queue cannot have made.
   */
  public static Lane ofMessage(MessageQueue queue, MessageId id) {
    var number = (int) (id.value().getLeastSignificantBits() >>> ID_SHIFT);
    if (number >= queue.lanes()) {
      throw new NotFoundException(ErrorCode.MESSAGE_NOT_FOUND, "");
    }
    return new Lane(queue.id(), number);
  }

  /**
   * Returns the lane of another queue that receives what is moved from this one, so that messages
   * keep their order.
   */
  public Lane in(MessageQueue other) {
    return new Lane(other.id(), number % other.lanes());
  }

  /** Returns the lane's bits of the second half of a message id. */
  long idBits() {
    return (long) number << ID_SHIFT;
  }

  /**
   * Spreads keys that differ in few places. Messages are stored by the result, so the function
   * never changes.
   */
  private static int mixed(String key) {
    var hash = key.hashCode() * 0x9E3779B9;
    return hash ^ hash >>> 16;
  }
}
