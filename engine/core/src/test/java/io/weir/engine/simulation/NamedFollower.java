package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ConsumerName;
import io.weir.api.FeedConsumers;
import io.weir.api.FeedItem;
import io.weir.api.FeedItem.Cause;
import io.weir.api.FeedStart;
import io.weir.api.NamedConsumer;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ChangesLostException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.filter.Filter;
import io.weir.engine.Engine;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;

/**
 * A process that reads an account's feed for a named consumer, applies it to maps that survive the
 * store's crashes, and then stores its position in the store. It begins each connection at the
 * stored position, and resets a consumer that is lost.
 *
 * <p>It checks that no connection begins before a position whose advance was acknowledged, and that
 * what a change says of the entity before it is what the log said last of its key.
 */
final class NamedFollower implements FeedItem.Handler<Void> {

  /**
   * What is known of a key: the entity, empty when there is none, and the Timestamp that said so.
   */
  private record Known(int group, long ticks, Optional<Entity> entity) {}

  private final ConsumerName name;
  private final Filter filter;
  private final boolean keepsAcknowledged;

  /** The view: what the feed made of empty maps. */
  private Map<TableName, TreeMap<EntityKey, Known>> view = new HashMap<>();

  /** What changes said of each key, in the order of the log. */
  private Map<TableName, Map<EntityKey, Known>> logged = new HashMap<>();

  private long generation;
  private @Nullable Connection connection;

  /** The highest batch before a position whose advance was acknowledged. */
  private long acknowledged;

  /**
   * The failure of a check, which the subscription would swallow, or of a feed that must not fail
   * so.
   */
  private @Nullable Throwable broken;

  private long items;
  private long losses;
  private long images;
  private long left;
  private long advances;

  /** @param keepsAcknowledged whether an acknowledged advance survives every crash */
  NamedFollower(String name, Filter filter, boolean keepsAcknowledged) {
    this.name = new ConsumerName(name);
    this.filter = filter;
    this.keepsAcknowledged = keepsAcknowledged;
  }

  /**
   * One connection to one life of the store. Its signals are ignored after another one has begun.
   */
  private final class Connection extends BaseSubscriber<FeedItem> {

    private final Engine engine;
    private final FeedConsumers consumers;
    private long wanted;
    private boolean begun;

    /**
     * The highest batch before a position that was acknowledged before this connection asked for
     * it.
     */
    private long past = acknowledged;

    /** The batch of the last change that this connection delivered. */
    private long batch;

    Connection(Engine engine) {
      this.engine = engine;
      this.consumers = engine.account(Users.ACCOUNT).consumers();
    }

    void open() {
      consumers.get(name).subscribe(this::found, this::notFound);
    }

    private void found(NamedConsumer found) {
      if (found.state() == NamedConsumer.State.LOST) {
        consumers.reset(name, FeedStart.BEGINNING).subscribe(this::anew, failure -> end());
        return;
      }
      if (found.generation() != generation && isCurrent()) {
        forget(); // the answer to a reset was lost
        past = 0;
      }
      begin(found);
    }

    private void notFound(Throwable failure) {
      if (failure instanceof NotFoundException) {
        consumers
            .create(name, Optional.empty(), FeedStart.BEGINNING)
            .subscribe(this::anew, refused -> end());
      } else {
        end();
      }
    }

    private void anew(NamedConsumer consumer) {
      if (isCurrent()) {
        losses += generation == 0 ? 0 : 1;
        forget();
        past = 0;
        begin(consumer);
      }
    }

    private void begin(NamedConsumer consumer) {
      if (isCurrent()) {
        generation = consumer.generation();
        begun = true;
        engine
            .account(Users.ACCOUNT)
            .changes(consumer.scope(filter), consumer.start())
            .subscribe(this);
      }
    }

    private boolean isCurrent() {
      return connection == this;
    }

    private void end() {
      if (isCurrent()) {
        connection = null;
      }
    }

    private void want(long more) {
      if (begun) {
        request(more);
      } else {
        wanted += more;
      }
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
      if (wanted > 0) {
        request(wanted);
      }
    }

    @Override
    protected void hookOnNext(FeedItem item) {
      if (isCurrent()) {
        items++;
        item.dispatch(NamedFollower.this);
      }
    }

    @Override
    protected void hookOnError(Throwable failure) {
      if (!(failure instanceof ChangesLostException
          || failure instanceof ServiceBusyException
          || failure instanceof ServiceFailedException)) {
        broken = failure;
      }
      end();
    }

    /** Stores the position: all before it is applied. */
    private void advance(FeedItem.Checkpoint item) {
      var upTo = batch;
      var of = generation;
      consumers
          .advance(name, of, item.token())
          .subscribe(
              stored -> {
                if (of == generation) {
                  advances++;
                  acknowledged = Math.max(acknowledged, upTo);
                }
              },
              refused -> {});
    }
  }

  /** Connects if there is no connection. */
  void follow(Engine engine) {
    if (broken != null) {
      throw new AssertionError("the feed or its consumer failed", broken);
    }
    if (connection == null) {
      var next = new Connection(engine);
      connection = next;
      next.open();
    }
  }

  /** Drops the connection in the middle of anything. */
  void hangUp() {
    var dropped = connection;
    connection = null;
    if (dropped != null) {
      dropped.cancel();
    }
  }

  void request(long more) {
    var current = connection;
    if (current != null) {
      current.want(more);
    }
  }

  private void forget() {
    view = new HashMap<>();
    logged = new HashMap<>();
    acknowledged = 0;
  }

  long items() {
    return items;
  }

  long losses() {
    return losses;
  }

  /** Returns the number of entities before a change that were as expected. */
  long images() {
    return images;
  }

  /** Returns the number of changes after which an entity did not satisfy the filter any more. */
  long left() {
    return left;
  }

  long advances() {
    return advances;
  }

  /** Returns the numbers that the entities of a table hold, by key. */
  Map<EntityKey, Integer> numbers(TableName table) {
    var numbers = new TreeMap<EntityKey, Integer>();
    view.getOrDefault(table, new TreeMap<>())
        .forEach((key, held) -> held.entity()
            .ifPresent(entity -> numbers.put(key, FollowingConsumer.numberOf(entity))));
    return numbers;
  }

  @Override
  public Void change(FeedItem.Change item) {
    if (item.cause() == Cause.EXISTING) {
      assertThat(item.before()).isEqualTo(FeedItem.Before.UNKNOWN);
    } else {
      checkPlace(item);
      checkBefore(item);
    }
    var known = new Known(item.partitionGroup(), item.timestamp().ticks(), item.after());
    var held = view.computeIfAbsent(item.table(), absent -> new TreeMap<>());
    var before = held.get(item.key());
    if (before == null || before.ticks() <= known.ticks()) {
      if (item.after().isPresent()) {
        held.put(item.key(), known);
      } else {
        held.remove(item.key());
      }
    }
    left += item.cause() == Cause.LEFT ? 1 : 0;
    return null;
  }

  private void checkPlace(FeedItem.Change item) {
    var current = connection;
    if (current == null) {
      return;
    }
    current.batch = item.batch();
    if (keepsAcknowledged) {
      assertThat(item.batch())
          .as("batch of %s after an acknowledged position", item.key())
          .isGreaterThan(current.past);
    }
  }

  /**
   * A feed with a filter does not tell all changes of a key, so it is not compared with the one
   * before.
   */
  private void checkBefore(FeedItem.Change item) {
    assertThat(item.before().isKnown()).as("the entity before %s", item).isTrue();
    if (!filter.equals(Filter.ALL)) {
      return;
    }
    var ofTable = logged.computeIfAbsent(item.table(), absent -> new HashMap<>());
    var known = ofTable.get(item.key());
    var ticks = item.timestamp().ticks();
    if (known != null && known.ticks() >= ticks) {
      return; // repeated
    }
    if (known != null) {
      assertThat(item.before().entity()).as("before %s", item).isEqualTo(known.entity());
      images += item.before().entity().isPresent() ? 1 : 0;
    }
    ofTable.put(item.key(), new Known(item.partitionGroup(), ticks, item.after()));
  }

  @Override
  public Void rangeRemoved(FeedItem.RangeRemoved item) {
    var ticks = item.timestamp().ticks();
    var held = view.get(item.table());
    if (held != null) {
      held.entrySet().removeIf(each -> isRemoved(item, each.getKey(), each.getValue()));
    }
    logged
        .getOrDefault(item.table(), new HashMap<>())
        .replaceAll((key, known) -> isRemoved(item, key, known)
            ? new Known(known.group(), ticks, Optional.empty())
            : known);
    return null;
  }

  private static boolean isRemoved(FeedItem.RangeRemoved item, EntityKey key, Known known) {
    return known.group() == item.partitionGroup()
        && item.holds(key)
        && known.ticks() < item.timestamp().ticks();
  }

  @Override
  public Void tableDropped(FeedItem.TableDropped item) {
    view.remove(item.table());
    logged.remove(item.table());
    return null;
  }

  @Override
  public Void checkpoint(FeedItem.Checkpoint item) {
    var current = connection;
    if (current != null) {
      current.advance(item);
    }
    return null;
  }
}
