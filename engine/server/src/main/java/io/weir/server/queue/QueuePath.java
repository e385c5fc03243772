package io.weir.server.queue;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.queue.MessageId;
import io.weir.api.queue.QueueName;
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
 * </pre>
 *
 * @param queue empty for the service
 * @param hasMessages whether the path goes on after the queue
 * @param messageId the text after it; empty if there is none
 */
record QueuePath(Optional<QueueName> queue, boolean hasMessages, String messageId) {

  private static final String MESSAGES = "messages";
  private static final int MOST_PARTS = 3;

  /** Reads a path. Fails with {@code InvalidInput} for another form, and as {@link QueueName} does. */
  static QueuePath parse(String rawResource) {
    var path = Percent.decode(rawResource);
    var from = path.startsWith("/") ? 1 : 0;
    var to = path.endsWith("/") && path.length() > from ? path.length() - 1 : path.length();
    if (from >= to) {
      return new QueuePath(Optional.empty(), false, "");
    }
    var parts = path.substring(from, to).split("/", MOST_PARTS + 1);
    if (parts.length > MOST_PARTS || parts.length > 1 && !parts[1].equals(MESSAGES)) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "expected=/QUEUE/messages/MESSAGEID");
    }
    return new QueuePath(
        Optional.of(new QueueName(parts[0])),
        parts.length > 1,
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
