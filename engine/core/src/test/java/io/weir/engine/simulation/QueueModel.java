package io.weir.engine.simulation;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.queue.PopReceipt;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a queue does, in the simplest form: a list of messages. All moments are ticks. */
final class QueueModel {

  /** A message of the model. */
  static final class Entry {
    String id = "";
    String text = "";
    long visibleAt;
    long expiresAt = Long.MAX_VALUE;
    long placedAt;
    int dequeueCount;
    PopReceipt receipt = new PopReceipt("");
  }

  private final List<Entry> entries = new ArrayList<>();
  private long sequence;

  static long ticks(Instant moment) {
    return EdmDateTime.of(moment).ticks();
  }

  Entry put(String id, String text, PopReceipt receipt, long visibleAt, long expiresAt) {
    var entry = new Entry();
    entry.id = id;
    entry.text = text;
    entry.receipt = receipt;
    entry.visibleAt = visibleAt;
    entry.expiresAt = expiresAt;
    entry.placedAt = sequence++;
    entries.add(entry);
    return entry;
  }

  /** Returns the messages that a take or a look sees, in their order. */
  List<Entry> visible(long now, int most) {
    return live(now).stream()
        .filter(entry -> entry.visibleAt <= now)
        .sorted(Comparator.<Entry>comparingLong(entry -> entry.visibleAt)
            .thenComparingLong(entry -> entry.placedAt))
        .limit(most)
        .toList();
  }

  /** Returns the messages that are hidden, in the order in which they become visible. */
  List<Entry> hidden(long now, int most) {
    return live(now).stream()
        .filter(entry -> entry.visibleAt > now)
        .sorted(Comparator.<Entry>comparingLong(entry -> entry.visibleAt)
            .thenComparingLong(entry -> entry.placedAt))
        .limit(most)
        .toList();
  }

  List<Entry> live(long now) {
    return entries.stream().filter(entry -> entry.expiresAt > now).toList();
  }

  @Nullable
  Entry find(String id, long now) {
    return live(now).stream().filter(entry -> entry.id.equals(id)).findFirst().orElse(null);
  }

  void remove(Entry entry) {
    entries.remove(entry);
  }

  void clear() {
    entries.clear();
  }
}
