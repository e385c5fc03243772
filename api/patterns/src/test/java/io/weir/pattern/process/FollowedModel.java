package io.weir.pattern.process;

import io.weir.api.FeedConsumers;
import io.weir.api.FeedItem;
import io.weir.api.FeedItem.Before;
import io.weir.api.FeedItem.Cause;
import io.weir.api.FeedItem.Change;
import io.weir.api.FeedItem.Checkpoint;
import io.weir.api.FeedItem.RangeRemoved;
import io.weir.api.FeedItem.TableDropped;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.FeedToken;
import io.weir.api.JointCommit;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableWrite;
import io.weir.api.contract.ModelTableService;
import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ChangesLostException;
import io.weir.api.filter.Filter;
import io.weir.api.reactive.SerialDrain;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.testkit.CoreTables;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

/**
 * The reference implementation with a change feed: a list of writes, of which each feed reports
 * those of its scope. The group of a partition is the last character of its key. Ranges are removed
 * by whole partitions and tables. For tests on one thread.
 */
public final class FollowedModel extends CoreTables {

  /**
   * A write: its changes, its removals of ranges, or the drop of a table. A place is the number of
   * writes before it.
   */
  private record Entry(
      List<Change> changes,
      List<RangeRemoved> ranges,
      @Nullable TableName dropped) {}

  private static final int GROUPS = 10;

  private final ModelTableService model;
  private final boolean eager;
  private final List<Entry> log = new ArrayList<>();
  private final List<Feed> feeds = new ArrayList<>();
  private final FollowedConsumers consumers = new FollowedConsumers(this::place);
  private int kept;
  private long lastTicks;

  FollowedModel() {
    this(false);
  }

  private FollowedModel(boolean eager) {
    this(new ModelTableService(() -> Instant.parse("2030-01-01T00:00:00Z")), eager);
  }

  private FollowedModel(ModelTableService model, boolean eager) {
    super(model);
    this.model = model;
    this.eager = eager;
  }

  /**
   * Returns a model whose feeds send a checkpoint whenever they have caught up, and whose feeds
   * from the beginning report the entities that exist when they are read, so that the changes after
   * them are older.
   */
  public static FollowedModel eager() {
    return new FollowedModel(true);
  }

  private int place() {
    return log.size();
  }

  @Override
  public FeedConsumers consumers() {
    return consumers;
  }

  /** Forgets all writes up to now. */
  public void forget() {
    kept = log.size();
  }

  /** Returns the number of feeds that are followed. */
  public long feeds() {
    return feeds.size();
  }

  /** Sends a checkpoint on each feed that has caught up, as a service does every second. */
  void checkpoint() {
    List.copyOf(feeds).forEach(Feed::addCheckpoint);
  }

  static int group(String partitionKey) {
    return partitionKey.isEmpty() ? 0 : partitionKey.charAt(partitionKey.length() - 1) - '0';
  }

  @Override
  public Mono<WriteResult> write(TableName table, Write write) {
    return super.write(table, write)
        .doOnNext(result -> append(List.of(new TableWrite.Change(table, write)), List.of(result)));
  }

  @Override
  public Mono<List<WriteResult>> submit(TableName table, Batch batch) {
    return super.submit(table, batch)
        .doOnNext(results -> append(
            batch.writes().stream().map(write -> TableWrite.of(table, write)).toList(), results));
  }

  @Override
  public Mono<List<WriteResult>> commit(JointCommit commit) {
    return model.commit(commit).doOnNext(results -> append(commit.operations(), results));
  }

  @Override
  public Mono<Void> deleteRange(TableName table, Filter keys) {
    return super.deleteRange(table, keys).then(Mono.fromRunnable(() -> {
      var partition =
          keys instanceof Filter.Comparison equal ? ((EdmString) equal.literal()).value() : null;
      var ranges = new ArrayList<RangeRemoved>();
      for (var group = 0; group < GROUPS; group++) {
        if (partition == null || group == group(partition)) {
          ranges.add(range(table, group, partition));
        }
      }
      append(new Entry(List.of(), ranges, null));
    }));
  }

  private RangeRemoved range(TableName table, int group, @Nullable String partition) {
    var from = partition == null ? new byte[0] : new EntityKey(partition, "").encoded();
    var to = partition == null ? new byte[] {-1} : from.clone();
    if (partition != null) {
      to[to.length - 1] = EntityKey.SEPARATOR + 1;
    }
    return new RangeRemoved(
        table, group, new EdmBinary(from), new EdmBinary(to), new EdmDateTime(lastTicks), token(0));
  }

  @Override
  public Mono<Void> deleteTable(TableName table) {
    return super.deleteTable(table)
        .then(Mono.fromRunnable(() -> append(new Entry(List.of(), List.of(), table))));
  }

  private void append(List<? extends TableWrite> operations, List<WriteResult> results) {
    var changes = new ArrayList<Change>();
    for (var i = 0; i < operations.size(); i++) {
      if (operations.get(i) instanceof TableWrite.Change change) {
        changes.add(change(change, results.get(i)));
      }
    }
    append(new Entry(changes, List.of(), null));
  }

  private Change change(TableWrite.Change change, WriteResult result) {
    lastTicks = Math.max(lastTicks, result.timestampTicks());
    var key = change.key();
    return new Change(
        change.table(),
        group(key.partitionKey()),
        key,
        after(change.write()).map(entity -> entity.withTimestamp(lastTicks)),
        Before.UNKNOWN,
        new EdmDateTime(lastTicks),
        Cause.WRITE,
        log.size() + 1,
        token(0));
  }

  /** Returns the written entity. Tests replace or remove entities only. */
  private static Optional<Entity> after(Write write) {
    return write.dispatch(new Write.Handler<Optional<Entity>>() {
      @Override
      public Optional<Entity> insert(Write.Insert insert) {
        return Optional.of(insert.entity());
      }

      @Override
      public Optional<Entity> upsert(Write.Upsert upsert) {
        return Optional.of(upsert.entity());
      }

      @Override
      public Optional<Entity> update(Write.Update update) {
        return Optional.of(update.entity());
      }

      @Override
      public Optional<Entity> delete(Write.Delete delete) {
        return Optional.empty();
      }

      @Override
      public Optional<Entity> change(Write.Change change) {
        throw new UnsupportedOperationException("change=" + change.key());
      }
    });
  }

  private void append(Entry entry) {
    log.add(entry);
    List.copyOf(feeds).forEach(feed -> feed.drain.run());
  }

  private static FeedToken token(int place) {
    return new FeedToken("P" + place);
  }

  @Override
  public Flux<FeedItem> changes(FeedScope scope, FeedStart from) {
    return scope
        .table()
        .filter(table -> !eager) // a feed that goes on also reports the drop of its table
        .map(table -> super.query(table, Query.ALL.top(1)).then()) // fails without the table
        .orElse(Mono.empty())
        .thenMany(Flux.from(
            subscriber -> new Feed(scope, Operators.toCoreSubscriber(subscriber)).open(from)));
  }

  private final class Feed implements Subscription {

    private final FeedScope scope;
    private final CoreSubscriber<? super FeedItem> subscriber;
    private final Deque<FeedItem> items = new ArrayDeque<>();
    private final AtomicLong demand = new AtomicLong();
    private final SerialDrain drain = new SerialDrain(this::emit);
    private int place;
    private boolean unmarked;
    private boolean ended;
    private boolean cancelled;

    Feed(FeedScope scope, CoreSubscriber<? super FeedItem> subscriber) {
      this.scope = scope;
      this.subscriber = subscriber;
    }

    void open(FeedStart from) {
      from.dispatch(new FeedStart.Handler<Void>() {
        @Override
        public Void now() {
          return startAt(log.size());
        }

        @Override
        public Void beginning() {
          return readExisting(log.size(), "");
        }

        @Override
        public Void after(FeedToken token) {
          var parts = token.text().split("-", 2);
          var at = Integer.parseInt(parts[0].substring(1));
          return parts.length == 1 ? startAt(at) : readExisting(at, parts[1]);
        }

        @Override
        public Void since(Instant time) {
          return startAt(kept);
        }
      });
      feeds.add(this);
      subscriber.onSubscribe(this);
    }

    private @Nullable Void startAt(int at) {
      items.addLast(new Checkpoint(token(at)));
      place = at;
      return null;
    }

    /**
     * Reports the entities that existed at a place, in the order of their keys, from the one after
     * a key on.
     */
    private @Nullable Void readExisting(int at, String after) {
      items.addLast(new Checkpoint(existingToken(at, after)));
      var existing = new TreeMap<String, Change>();
      for (var entry : log.subList(0, eager ? log.size() : at)) {
        entry.ranges().stream()
            .filter(range -> scope.table().map(range.table()::equals).orElse(true))
            .forEach(range -> existing
                .values()
                .removeIf(change -> change.partitionGroup() == range.partitionGroup()
                    && range.holds(change.key())));
        entry.changes().stream()
            .filter(this::isReported)
            .forEach(change -> existing.put(text(change.key()), change));
      }
      existing.values().removeIf(change -> eager && change.after().isEmpty());
      existing
          .tailMap(after, false)
          .forEach((key, change) -> items.add(new Change(
              change.table(),
              change.partitionGroup(),
              change.key(),
              change.after(),
              Before.UNKNOWN,
              change.timestamp(),
              Cause.EXISTING,
              0,
              existingToken(at, key))));
      return startAt(at);
    }

    private static String text(EntityKey key) {
      return key.partitionKey() + "-" + key.rowKey();
    }

    private static FeedToken existingToken(int at, String key) {
      return new FeedToken("E" + at + "-" + key);
    }

    private boolean isReported(Change change) {
      return scope.table().map(change.table()::equals).orElse(true)
          && scope.groups().includes(change.partitionGroup());
    }

    @Override
    public void request(long more) {
      demand.accumulateAndGet(more, Operators::addCap);
      drain.run();
    }

    @Override
    public void cancel() {
      cancelled = true;
      feeds.remove(this);
    }

    void addCheckpoint() {
      items.add(new Checkpoint(token(place)));
      drain.run();
    }

    private void emit() {
      while (!cancelled && demand.get() > 0) {
        var item = items.poll();
        if (item != null) {
          demand.decrementAndGet();
          subscriber.onNext(item);
        } else if (ended) {
          cancel();
          subscriber.onComplete();
        } else if (place < kept) {
          cancel();
          subscriber.onError(new ChangesLostException("place=" + place));
        } else if (place < log.size()) {
          take(log.get(place++));
        } else if (unmarked) {
          unmarked = false;
          items.add(new Checkpoint(token(place)));
        } else {
          return;
        }
      }
    }

    private void take(Entry entry) {
      if (entry.dropped() != null) {
        take(entry.dropped());
        return;
      }
      var found = entry.changes().stream().filter(this::isReported).toList();
      for (var i = 0; i < found.size(); i++) {
        items.add(at(found.get(i), i == found.size() - 1 ? place : place - 1));
      }
      entry.ranges().stream()
          .filter(range -> scope.table().map(range.table()::equals).orElse(true)
              && scope.groups().includes(range.partitionGroup()))
          .forEach(range -> items.add(new RangeRemoved(
              range.table(),
              range.partitionGroup(),
              range.from(),
              range.to(),
              range.timestamp(),
              token(place))));
      unmarked |= eager || !found.isEmpty();
      if (found.size() > 1) {
        items.add(new Checkpoint(token(place)));
      }
    }

    private void take(TableName dropped) {
      if (scope.table().map(dropped::equals).orElse(true)) {
        items.add(new TableDropped(dropped, new EdmDateTime(place), token(place)));
        ended = scope.table().isPresent();
      }
    }

    private Change at(Change change, int tokenPlace) {
      return new Change(
          change.table(),
          change.partitionGroup(),
          change.key(),
          change.after(),
          change.before(),
          change.timestamp(),
          change.cause(),
          change.batch(),
          token(tokenPlace));
    }
  }

  /** Returns the writes of a table that a group has, in their order. */
  List<EntityKey> written(TableName table, int group) {
    return log.stream()
        .flatMap(entry -> entry.changes().stream())
        .filter(change -> change.table().equals(table) && change.partitionGroup() == group)
        .map(Change::key)
        .toList();
  }
}
