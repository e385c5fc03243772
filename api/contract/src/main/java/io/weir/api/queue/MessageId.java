package io.weir.api.queue;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import java.util.UUID;

/** The identity of a message within its queue; the service assigns it. */
public record MessageId(UUID value) {

  /**
   * Reads the text of an id. Fails with {@code MessageNotFound} for any other text, because no
   * message has it.
   */
  public static MessageId parse(String text) {
    try {
      return new MessageId(UUID.fromString(text));
    } catch (IllegalArgumentException e) {
      throw new NotFoundException(ErrorCode.MESSAGE_NOT_FOUND, "messageid=malformed");
    }
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
