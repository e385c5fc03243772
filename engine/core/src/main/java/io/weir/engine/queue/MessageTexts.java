package io.weir.engine.queue;

import io.weir.api.queue.Message;
import io.weir.api.queue.MessageId;
import io.weir.api.queue.MessageText;
import io.weir.engine.command.PendingTree;

/** Reads the text of a message, whose place is known. Owner: shard loop. */
final class MessageTexts {

  private MessageTexts() {}

  /**
   * Returns the stored text. Fails with {@link IllegalStateException} if there is none, which
   * breaks an invariant.
   */
  static byte[] stored(PendingTree entries, Lane lane, Place place) {
    var stored = entries.find(QueueKeys.text(lane, place.id()));
    if (stored == null) {
      throw new IllegalStateException("a message has no text " + lane);
    }
    return stored;
  }

  static Message message(PendingTree entries, Lane lane, Place place) {
    var text = StoredMessage.of(stored(entries, lane, place));
    return new Message(
        new MessageId(place.id()),
        Ticks.instant(text.insertedAt()),
        Ticks.instant(place.expiresAt()),
        place.dequeueCount(),
        new MessageText(text.text()));
  }
}
