package io.weir.engine.queue;

import io.weir.engine.command.Changes;
import io.weir.engine.command.PendingTree;
import java.nio.ByteBuffer;

/**
 * The changes that a command makes to the messages of a lane. It keeps the entries of a message and
 * the counter in step.
 *
 * <p>Owner: shard loop, during one decision.
 */
final class MessageEdit {

  private final Lane lane;
  private final PendingTree entries;
  private final Changes changes;
  private long added;

  MessageEdit(Lane lane, PendingTree entries, Changes changes) {
    this.lane = lane;
    this.entries = entries;
    this.changes = changes;
  }

  void add(Place place, StoredMessage text) {
    store(place);
    changes.put(QueueKeys.text(lane, place.id()), text.value());
    added++;
  }

  void move(Place before, Place after) {
    changes.remove(QueueKeys.place(lane, before.visibleAt(), before.id()));
    store(after);
  }

  void replaceText(Place place, byte[] stored) {
    changes.put(QueueKeys.text(lane, place.id()), stored);
  }

  private void store(Place place) {
    changes.put(QueueKeys.place(lane, place.visibleAt(), place.id()), place.value());
    if (place.expires()) {
      changes.put(QueueKeys.expiry(lane, place.expiresAt(), place.id()), number(place.visibleAt()));
    }
  }

  void remove(Place place) {
    changes.remove(QueueKeys.place(lane, place.visibleAt(), place.id()));
    changes.remove(QueueKeys.text(lane, place.id()));
    if (place.expires()) {
      changes.remove(QueueKeys.expiry(lane, place.expiresAt(), place.id()));
    }
    added--;
  }

  /** Changes the counter. Called once, after all other changes. */
  void finish() {
    if (added != 0) {
      changes.put(QueueKeys.counter(lane), number(count(entries, lane) + added));
    }
  }

  /** Returns the number of messages of a lane, with those that have expired and are not removed. */
  static long count(PendingTree entries, Lane lane) {
    var stored = entries.find(QueueKeys.counter(lane));
    return stored == null ? 0 : ByteBuffer.wrap(stored).getLong();
  }

  private static byte[] number(long value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
  }
}
