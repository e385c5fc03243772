package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.FeedItem;
import io.weir.api.FeedItem.Cause;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ChangesLostException;
import io.weir.engine.Engine;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;

/**
 * A consumer of an account's feed that applies it to empty maps, and keeps maps and token together,
 * as a consumer with a database does.
 *
 * <p>It checks that each batch arrives whole: entities name the size of their batch, and of its
 * part in their table. The part in a table that was dropped before the batch was logged may be
 * missing.
 */
final class FollowingConsumer implements FeedItem.Handler<Void> {

  /** An entity as the consumer holds it. */
  private record Held(int group, Entity entity) {}

  private Map<TableName, TreeMap<EntityKey, Held>> tables = new HashMap<>();

  /** The numbers of all writes that were reported since the last beginning. */
  private Set<Integer> seen = new HashSet<>();

  /** The numbers of writes that were acknowledged since the last beginning. */
  private Set<Integer> expected = new HashSet<>();

  private FeedStart place = FeedStart.BEGINNING;
  private @Nullable Feed feed;
  private long batch;
  private int batchSize;

  /** The changes of the batch that arrived, and those that must, by table. */
  private final Map<TableName, Integer> arrived = new HashMap<>();

  private final Map<TableName, Integer> due = new HashMap<>();

  /** The tables of which a write was reported since the last beginning. */
  private Set<TableName> written = new HashSet<>();

  /** The tables that were ever reported as dropped. */
  private final Set<TableName> dropped = new HashSet<>();

  private long items;
  private long losses;
  private boolean begun;
  private @Nullable Throwable broken;

  private final class Feed extends BaseSubscriber<FeedItem> {

    private boolean gone;

    @Override
    protected void hookOnSubscribe(Subscription subscription) {}

    @Override
    protected void hookOnNext(FeedItem item) {
      if (feed == this) {
        items++;
        item.dispatch(FollowingConsumer.this);
        place = FeedStart.after(item.token());
      }
    }

    @Override
    protected void hookOnError(Throwable failure) {
      if (failure instanceof AssertionError) {
        broken = failure; // the subscription would swallow it
      }
      gone = failure instanceof ChangesLostException;
      if (feed == this) {
        feed = null;
        endBatch(true);
        if (gone) {
          startAgain();
        }
      }
    }
  }

  /** Connects to the store if the consumer is not connected. */
  void follow(Engine engine) {
    if (broken != null) {
      throw new AssertionError("a check of the consumer failed", broken);
    }
    if (feed == null) {
      var next = new Feed();
      feed = next;
      batch = 0;
      engine.account(Users.ACCOUNT).changes(FeedScope.ACCOUNT, place).subscribe(next);
    }
  }

  /** Drops the connection in the middle of anything. */
  void hangUp() {
    var left = feed;
    feed = null;
    batch = 0;
    if (left != null) {
      left.cancel();
    }
  }

  void request(long items) {
    var current = feed;
    if (current != null) {
      current.request(items);
    }
  }

  private void startAgain() {
    losses++;
    tables = new HashMap<>();
    seen = new HashSet<>();
    expected = new HashSet<>();
    written = new HashSet<>();
    place = FeedStart.BEGINNING;
    begun = false;
  }

  long items() {
    return items;
  }

  long losses() {
    return losses;
  }

  /** Notes acknowledged writes. The feed must report them if it has begun. */
  void acknowledged(List<Integer> numbers) {
    if (begun) {
      expected.addAll(numbers);
    }
  }

  /** Returns the acknowledged writes that were not reported. */
  Set<Integer> missed() {
    var missed = new HashSet<>(expected);
    missed.removeAll(seen);
    return missed;
  }

  /** Returns the numbers that the entities of a table hold, by key. */
  Map<EntityKey, Integer> numbers(TableName table) {
    var numbers = new TreeMap<EntityKey, Integer>();
    tables
        .getOrDefault(table, new TreeMap<>())
        .forEach((key, held) -> numbers.put(key, numberOf(held.entity())));
    return numbers;
  }

  static int numberOf(Entity entity) {
    return entity.getInt32("Number").orElseThrow();
  }

  @Override
  public Void change(FeedItem.Change item) {
    if (item.cause() != Cause.EXISTING) {
      inBatch(item);
      written.add(item.table());
    }
    var held = tables.computeIfAbsent(item.table(), absent -> new TreeMap<>());
    var before = held.get(item.key());
    item.after().ifPresent(entity -> seen.add(numberOf(entity)));
    if (before != null && before.entity().timestampTicks() > item.timestamp().ticks()) {
      return null; // read among the existing entities, and newer
    }
    item.after()
        .ifPresentOrElse(
            entity -> held.put(item.key(), new Held(item.partitionGroup(), entity)),
            () -> held.remove(item.key()));
    return null;
  }

  private void inBatch(FeedItem.Change item) {
    if (item.batch() != batch) {
      endBatch(false);
      batch = item.batch();
      arrived.clear();
      due.clear();
      batchSize = 0;
    }
    arrived.merge(item.table(), 1, Integer::sum);
    item.after().ifPresent(entity -> {
      batchSize = entity.getInt32("BatchSize").orElse(1);
      due.put(item.table(), entity.getInt32("BatchSizeOfTable").orElse(1));
    });
  }

  /**
   * Whether the feed told of a drop of a table, or of no write to it since it began: the drop may
   * have come before. Existing entities may be those of a later table of the same name.
   */
  private boolean mayBeDropped(TableName table) {
    return dropped.contains(table) || !written.contains(table);
  }

  private void endBatch(boolean cut) {
    if (!cut && batch != 0 && batchSize > 0) {
      assertThat(arrived).as("changes of batch %d", batch).isEqualTo(due);
      if (arrived.values().stream().mapToInt(each -> each).sum() < batchSize) {
        assertThat(FeedCrashProperties.NAMES)
            .as("tables whose part of batch %d may be missing", batch)
            .anyMatch(table -> !arrived.containsKey(table) && mayBeDropped(table));
      }
    }
    batch = 0;
  }

  @Override
  public Void rangeRemoved(FeedItem.RangeRemoved item) {
    endBatch(false);
    var held = tables.get(item.table());
    if (held != null) {
      held.entrySet()
          .removeIf(each -> each.getValue().group() == item.partitionGroup()
              && item.holds(each.getKey())
              && each.getValue().entity().timestampTicks() < item.timestamp().ticks());
    }
    return null;
  }

  @Override
  public Void tableDropped(FeedItem.TableDropped item) {
    endBatch(false);
    tables.remove(item.table());
    dropped.add(item.table());
    return null;
  }

  @Override
  public Void checkpoint(FeedItem.Checkpoint item) {
    endBatch(false);
    begun = true;
    return null;
  }

  boolean hasBegun() {
    return begun;
  }
}
