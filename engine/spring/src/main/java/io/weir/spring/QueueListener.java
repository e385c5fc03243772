package io.weir.spring;

import io.weir.api.queue.Message;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.Reception;
import java.time.Duration;
import org.reactivestreams.Publisher;

/**
 * Work on the messages of a queue. A message is acknowledged when its work completes. When the work
 * fails, the message is visible again after a pause; a rule of dead letters of the queue ends that.
 *
 * <p>The listener holds no more messages than it works on, and renews them meanwhile.
 *
 * @param concurrency messages that are worked on at a time; 1 to 1,000, default 8
 * @param reception how messages are taken
 * @param pause before a message whose work failed is delivered again; 0 s to 7 days, default 5 s
 */
public record QueueListener(
    QueueName queue, Work work, int concurrency, Reception reception, Duration pause)
    implements WeirListener {

  private static final int MOST = 1_000;

  /** The work on a message, which must not block. */
  @FunctionalInterface
  public interface Work {
    /** Returns the work. The message is done when it completes. */
    Publisher<?> on(Message message);
  }

  public QueueListener {
    if (concurrency < 1 || concurrency > MOST) {
      throw new IllegalArgumentException("concurrency=" + concurrency + " from=1 to=" + MOST);
    }
  }

  /** Returns a listener that works on eight messages at a time. */
  public static QueueListener of(String queue, Work work) {
    return new QueueListener(
        new QueueName(queue), work, 8, Reception.DEFAULT, Duration.ofSeconds(5));
  }

  /** Returns this with another number of messages at a time. */
  public QueueListener concurrency(int other) {
    return new QueueListener(queue, work, other, reception, pause);
  }

  /** Returns this with another way to take messages. */
  public QueueListener reception(Reception other) {
    return new QueueListener(queue, work, concurrency, other, pause);
  }

  /** Returns this with another pause after a failure. */
  public QueueListener pause(Duration other) {
    return new QueueListener(queue, work, concurrency, reception, other);
  }

  @Override
  public String name() {
    return "queue:" + queue;
  }
}
