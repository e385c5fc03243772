package io.weir.engine.catalog;

import io.weir.api.AccountName;
import io.weir.api.queue.QueueMetadata;
import io.weir.api.queue.QueueName;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The existing queues, in memory.
 *
 * <p>Look-ups run on any thread. Changes run on the loop of the shard that owns the account's
 * catalog partition, after they are durable.
 */
public final class Queues {

  private final Map<AccountName, ConcurrentSkipListMap<String, MessageQueue>> accounts =
      new ConcurrentHashMap<>();

  /** The ids of everything that exists; shared with the catalog. */
  private final Set<Integer> liveIds;

  Queues(Set<Integer> liveIds) {
    this.liveIds = liveIds;
  }

  /** Returns the queue with this name; null when there is none. */
  public @Nullable MessageQueue find(AccountName account, QueueName name) {
    var queues = accounts.get(account);
    return queues == null ? null : queues.get(name.value());
  }

  /** Returns a live view of the account's queues, sorted by name. */
  public NavigableMap<String, MessageQueue> of(AccountName account) {
    return accounts.computeIfAbsent(account, absent -> new ConcurrentSkipListMap<>());
  }

  /** Returns all queues of all accounts; later changes may be seen or not. */
  public Iterator<MessageQueue> all() {
    return accounts.values().stream()
        .flatMap(queues -> queues.values().stream())
        .iterator();
  }

  /** Adds a queue. */
  public void add(MessageQueue queue) {
    liveIds.add(queue.id());
    of(queue.account()).put(queue.name().value(), queue);
  }

  /** Removes a queue. Its id stays reserved. */
  public void remove(MessageQueue queue) {
    of(queue.account()).remove(queue.name().value());
    liveIds.remove(queue.id());
  }

  /** Removes all queues. */
  void clear() {
    for (var queues : accounts.values()) {
      List.copyOf(queues.values()).forEach(this::remove);
    }
  }

  /** Changes some settings of a queue. */
  public void change(AccountName account, QueueName name, Map<String, String> changed) {
    change(account, name, queue -> queue.with(changed));
  }

  /** Replaces the metadata of a queue. */
  public void change(AccountName account, QueueName name, QueueMetadata metadata) {
    change(account, name, queue -> queue.with(metadata));
  }

  private void change(AccountName account, QueueName name, UnaryOperator<MessageQueue> change) {
    of(account).computeIfPresent(name.value(), (key, queue) -> change.apply(queue));
  }
}
