package io.weir.engine.queue;

import io.weir.engine.pending.Changes;
import io.weir.engine.pending.PendingTree;
import java.nio.ByteBuffer;

/**
 * The changes that a command makes to the messages of a queue. It keeps the entries of a message and the counter in step.
 *
 * <p>Owner: shard loop, during one decision.
 */
final class MessageEdit {

  private final int queueId;
  private final PendingTree entries;
  private final Changes changes;
  private long added;

  MessageEdit(int queueId, PendingTree entries, Changes changes) {
    this.queueId = queueId;
    this.entries = entries;
    this.changes = changes;
  }

  void add(Place place, StoredMessage text) {
    store(place);
    changes.put(QueueKeys.text(queueId, place.id()), text.value());
    added++;
  }

  void move(Place before, Place after) {
    changes.remove(QueueKeys.place(queueId, before.visibleAt(), before.id()));
    store(after);
  }

  void replaceText(Place place, byte[] stored) {
    changes.put(QueueKeys.text(queueId, place.id()), stored);
  }

  private void store(Place place) {
    changes.put(QueueKeys.place(queueId, place.visibleAt(), place.id()), place.value());
    if (place.expires()) {
      changes.put(
          QueueKeys.expiry(queueId, place.expiresAt(), place.id()), number(place.visibleAt()));
    }
  }

  void remove(Place place) {
    changes.remove(QueueKeys.place(queueId, place.visibleAt(), place.id()));
    changes.remove(QueueKeys.text(queueId, place.id()));
    if (place.expires()) {
      changes.remove(QueueKeys.expiry(queueId, place.expiresAt(), place.id()));
    }
    added--;
  }

  /** Changes the counter. Called once, after all other changes. */
  void finish() {
    if (added != 0) {
      changes.put(QueueKeys.counter(queueId), number(count(entries, queueId) + added));
    }
  }

  /** Returns the number of messages of a queue, with those that have expired and are not removed. */
  static long count(PendingTree entries, int queueId) {
    var stored = entries.find(QueueKeys.counter(queueId));
    return stored == null ? 0 : ByteBuffer.wrap(stored).getLong();
  }

  private static byte[] number(long value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
  }
}
