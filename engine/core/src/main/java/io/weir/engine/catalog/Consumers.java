package io.weir.engine.catalog;

import io.weir.api.AccountName;
import io.weir.api.ConsumerName;
import io.weir.api.FeedConsumers;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The existing named consumers of all accounts, in memory.
 *
 * <p>Look-ups and reservations run on any thread. Changes run on the loop of the shard that owns
 * the account's catalog partition, after they are durable and in their order.
 */
public final class Consumers {

  private record Key(AccountName account, ConsumerName name) {}

  private final Map<Key, ConsumerRow> rows = new ConcurrentHashMap<>();

  /** Existing consumers and reservations. */
  private final AtomicInteger places = new AtomicInteger();

  /** Returns the consumer with this name; null when there is none. */
  public @Nullable ConsumerRow find(AccountName account, ConsumerName name) {
    return rows.get(new Key(account, name));
  }

  /** Returns the account's consumers, sorted by name. */
  public List<ConsumerRow> of(AccountName account) {
    return rows.values().stream()
        .filter(row -> row.account().equals(account))
        .sorted(Comparator.comparing(row -> row.name().value()))
        .toList();
  }

  /** Returns the consumers of all accounts; later changes may be seen or not. */
  public Stream<ConsumerRow> all() {
    return rows.values().stream();
  }

  /**
   * Returns the lowest position of a consumer that has lost nothing of a log that begins at
   * {@code first}; the highest number without one.
   */
  public long slowest(long first) {
    return all()
        .filter(row -> !row.isLost(first))
        .mapToLong(ConsumerRow::position)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /**
   * Reserves the place of a consumer that is being created. Returns false if the store has as many
   * as it may have.
   */
  public boolean reserve() {
    var taken = places.get();
    while (taken < FeedConsumers.MOST) {
      if (places.compareAndSet(taken, taken + 1)) {
        return true;
      }
      taken = places.get();
    }
    return false;
  }

  /** Gives back the place of a consumer that was not created. */
  public void release() {
    places.decrementAndGet();
  }

  /** Adds a consumer whose place is reserved. */
  public void add(ConsumerRow row) {
    change(row);
  }

  /** Adds a consumer that the store holds at its start. */
  void enter(ConsumerRow row) {
    places.incrementAndGet();
    change(row);
  }

  /**
   * Learns which store holds the consumers, before it serves: those that came from a backup of
   * another store are lost.
   */
  public void heldBy(UUID store) {
    rows.replaceAll((key, row) -> row.in(store));
  }

  /** Keeps the consumers among these rows, in the state that they have there, and no others. */
  void keep(List<CatalogRow> all) {
    var kept = all.stream()
        .filter(ConsumerRow.class::isInstance)
        .map(ConsumerRow.class::cast)
        .collect(Collectors.toMap(row -> new Key(row.account(), row.name()), row -> row));
    List.copyOf(rows.values()).stream()
        .filter(row -> !kept.containsKey(new Key(row.account(), row.name())))
        .forEach(row -> remove(row.account(), row.name()));
    for (var row : kept.entrySet()) {
      if (rows.put(row.getKey(), row.getValue()) == null) {
        places.incrementAndGet();
      }
    }
  }

  /** Replaces a consumer by its next state. */
  public void change(ConsumerRow row) {
    rows.put(new Key(row.account(), row.name()), row);
  }

  /** Removes a consumer. */
  public void remove(AccountName account, ConsumerName name) {
    if (rows.remove(new Key(account, name)) != null) {
      release();
    }
  }
}
