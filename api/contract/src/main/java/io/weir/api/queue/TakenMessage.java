package io.weir.api.queue;

import java.time.Instant;

/**
 * A message that a consumer holds.
 *
 * @param nextVisibleAt the moment from which others can take it
 */
public record TakenMessage(Message message, PopReceipt receipt, Instant nextVisibleAt) {

  public MessageId id() {
    return message.id();
  }

  /** Returns the text of the message. */
  public String text() {
    return message.text().value();
  }
}
