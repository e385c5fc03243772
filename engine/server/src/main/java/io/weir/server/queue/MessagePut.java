package io.weir.server.queue;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.QueueLimits;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.SentMessage;
import io.weir.api.xml.MessageXml;
import io.weir.server.answer.HttpReply;
import io.weir.server.request.RequestHead;
import io.weir.server.request.Verb;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request to put a message, alone or in a transaction: its options, and its answer. Immutable.
 *
 * @param queue receives the message
 * @param delay time until the message is visible
 * @param timeToLive null for never
 * @param orderingKey null for any lane
 */
public record MessagePut(
    QueueName queue,
    Duration delay,
    @Nullable Duration timeToLive,
    @Nullable String orderingKey) {

  static final String VISIBILITY = "visibilitytimeout";

  private static final String ORDERING_KEY = "orderingKey";

  private static final Pattern ADDRESS = Pattern.compile("/[^/]+/messages/?");
  private static final Duration NEVER = Duration.ofSeconds(-1);

  /**
   * Whether a request is of this form: {@code POST /QUEUE/messages}. No table has such an address.
   */
  public static boolean isNamedBy(RequestHead head) {
    return head.verb() == Verb.POST
        && ADDRESS.matcher(head.path().rawResource()).matches();
  }

  /**
   * Reads the queue and the options. Fails with {@code InvalidQueryParameterValue} for one that is
   * no number, and as {@link QueueName} does.
   */
  public static MessagePut of(RequestHead head) {
    var life = QueueExchange.seconds(head.options(), "messagettl")
        .orElse(QueueLimits.DEFAULT_TIME_TO_LIVE);
    return new MessagePut(
        QueuePath.parse(head.path().rawResource()).requireQueue(),
        QueueExchange.seconds(head.options(), VISIBILITY).orElse(Duration.ZERO),
        life.equals(NEVER) ? null : life,
        QueueExchange.option(head.options(), ORDERING_KEY).orElse(null));
  }

  /** Returns the message. Fails as {@link MessageXml} and {@link NewMessage} do. */
  public NewMessage message(byte[] document) {
    return new NewMessage(MessageXml.readText(document), delay, timeToLive, orderingKey);
  }

  /** Returns the answer. It has no address of the message: the protocol has none. */
  public static HttpReply reply(SentMessage sent) {
    return QueueReplies.xml(HttpResponseStatus.CREATED, MessageXml.sent(sent));
  }
}
