package io.weir.client.rest;

import io.netty.handler.codec.http.HttpMethod;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.QueueName;
import io.weir.api.xml.MessageXml;
import io.weir.client.exchange.OutboundRequest;
import io.weir.client.exchange.Protocol;
import io.weir.client.exchange.QueryText;
import java.time.Duration;

/** The request that puts a message, alone or in a transaction. Any thread. */
public final class MessageRequest {

  /** The media type of messages. */
  public static final String XML = "application/xml";

  private static final int NEVER = -1;

  private MessageRequest() {}

  /**
   * Returns the request.
   *
   * @param account path of the account, with its slash; empty if the host name contains the account
   */
  public static OutboundRequest put(
      Protocol protocol, String account, QueueName queue, NewMessage message) {
    var life = message.timeToLive();
    var options =
        new QueryText().add("messagettl", life == null ? Integer.toString(NEVER) : seconds(life));
    if (!message.delay().isZero()) {
      options.add("visibilitytimeout", seconds(message.delay()));
    }
    var orderingKey = message.orderingKey();
    if (orderingKey != null) {
      options.add("orderingKey", orderingKey);
    }
    return OutboundRequest.of(
            protocol, HttpMethod.POST, account + "/" + queue + "/messages", options.text(), XML)
        .with(MessageXml.text(message.text()), XML);
  }

  /** Returns a time as it stands on the wire: whole seconds, rounded up. */
  public static String seconds(Duration time) {
    return Long.toString(time.plusNanos(999_999_999).toSeconds());
  }
}
