package io.weir.server.queue;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.queue.MessageId;
import io.weir.api.queue.QueueName;
import io.weir.api.wire.Dialect;
import io.weir.server.request.Percent;
import java.util.Optional;

/**
 * The resource that the path of a request names, after the account.
 *
 * <pre>
 * /                        the service
 * /QUEUE                   a queue
 * /QUEUE/messages          its messages
 * /QUEUE/messages/ID       one message
 * /QUEUE/$messages         a pipeline of operations on its messages: see {@link Dialect}
 * </pre>
 *
 * @param queue empty for the service
 * @param hasMessages whether the path goes on with its messages
 * @param isPipeline whether it names a pipeline
 * @param messageId the text after it; empty if there is none
 */
record QueuePath(
    Optional<QueueName> queue, boolean hasMessages, boolean isPipeline, String messageId) {

  private static final String MESSAGES = "messages";
  private static final int MOST_PARTS = 3;

  /**
   * Reads a path. Fails with {@code InvalidInput} for another form, and as {@link QueueName} does.
   */
  static QueuePath parse(String rawResource) {
    var path = Percent.decode(rawResource);
    var from = path.startsWith("/") ? 1 : 0;
    var to = path.endsWith("/") && path.length() > from ? path.length() - 1 : path.length();
    if (from >= to) {
      return new QueuePath(Optional.empty(), false, false, "");
    }
    var parts = path.substring(from, to).split("/", MOST_PARTS + 1);
    if (parts.length == 2 && parts[1].equals(Dialect.MESSAGES)) {
      return new QueuePath(Optional.of(new QueueName(parts[0])), false, true, "");
    }
    if (parts.length > MOST_PARTS || parts.length > 1 && !parts[1].equals(MESSAGES)) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "expected=/QUEUE/messages/MESSAGEID");
    }
    return new QueuePath(
        Optional.of(new QueueName(parts[0])),
        parts.length > 1,
        false,
        parts.length == MOST_PARTS ? parts[2] : "");
  }

  /** Returns the queue. Called only for a path that has one. */
  QueueName requireQueue() {
    return queue.orElseThrow();
  }

  /** Returns the message. Fails with {@code MessageNotFound} if the text is no id. */
  MessageId message() {
    return MessageId.parse(messageId);
  }
}
