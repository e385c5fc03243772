package io.weir.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.queue.QueueName;
import io.weir.engine.store.Store;
import io.weir.engine.tree.Cursor;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** The published entries of a queue. */
public final class QueueEntries {

  private QueueEntries() {}

  /**
   * Asserts that each message has one entry of each kind, and that the counter is their number.
   * Returns the texts by message id.
   */
  public static Map<UUID, String> assertSound(Store store, AccountName account, QueueName name) {
    var texts = new TreeMap<UUID, String>();
    for (var lane : Lane.of(store.catalog().queues().find(account, name))) {
      texts.putAll(assertSound(store, lane));
    }
    return texts;
  }

  private static Map<UUID, String> assertSound(Store store, Lane lane) {
    var places = new HashMap<UUID, Place>();
    var texts = new HashMap<UUID, String>();
    var expiries = new HashMap<UUID, Long>();
    var counter = new long[1];
    try (var pin = store.commands().shardOf(QueueKeys.counter(lane)).pin()) {
      var cursor = new Cursor().open(pin.tree());
      var start = QueueKeys.counter(lane);
      var head = start.length - 1;
      for (var more = cursor.seek(start);
          more && Arrays.equals(cursor.key(), 0, head, start, 0, head);
          more = cursor.next()) {
        var key = cursor.key();
        var value = cursor.value();
        assertThat(QueueKeys.isQueueKey(key)).isTrue();
        assertThat(QueueKeys.damageOf(key, value)).isEmpty();
        switch (key[6]) {
          case 1 -> counter[0] = ByteBuffer.wrap(value).getLong();
          case 2 ->
            assertThat(places.put(QueueKeys.idOf(key), Place.of(key, value))).isNull();
          case 3 -> {
            var at = ByteBuffer.wrap(key, 7, 16);
            texts.put(
                new UUID(at.getLong(), at.getLong()), StoredMessage.of(value).text());
          }
          default -> {
            assertThat(places.get(QueueKeys.idOf(key)).expiresAt())
                .isEqualTo(QueueKeys.momentOf(key));
            expiries.put(QueueKeys.idOf(key), ByteBuffer.wrap(value).getLong());
          }
        }
      }
    }
    assertThat(texts.keySet()).isEqualTo(places.keySet());
    assertThat(counter[0]).isEqualTo(places.size());
    var expected = new HashMap<UUID, Long>();
    places.values().stream()
        .filter(Place::expires)
        .forEach(place -> expected.put(place.id(), place.visibleAt()));
    assertThat(expiries).isEqualTo(expected);
    return texts;
  }
}
