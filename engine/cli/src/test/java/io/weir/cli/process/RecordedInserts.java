package io.weir.cli.process;

import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.Write;
import io.weir.client.WeirClient;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Writers insert entities, and a follower of the feed hears of each one that was acknowledged. */
final class RecordedInserts implements RecordedWork.Program {

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final String PARTITION = "insert";

  private final WeirClient tables;
  private final TableName table;
  private final int writers;
  private final AtomicLong numbers = new AtomicLong();
  private final Set<EntityKey> inserted = ConcurrentHashMap.newKeySet();
  private final Set<EntityKey> unknown = ConcurrentHashMap.newKeySet();
  private final Set<EntityKey> told = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicReference<FeedStart> place = new AtomicReference<>(FeedStart.BEGINNING);

  RecordedInserts(WeirClient tables, TableName table, int writers) {
    this.tables = tables;
    this.table = table;
    this.writers = writers;
  }

  @Override
  public Mono<Void> run(RecordedWork.Calls calls) {
    var writing = calls.repeated(writers, writer -> insert());
    return Mono.when(writing.doOnSuccess(end -> ended.set(true)), follow(calls));
  }

  private Mono<?> insert() {
    var number = numbers.incrementAndGet();
    var key = new EntityKey(PARTITION + number % 5, "r" + number);
    var entity =
        Entity.builder(key.partitionKey(), key.rowKey()).set("Number", number).build();
    return tables
        .write(table, new Write.Insert(entity))
        .doOnNext(done -> inserted.add(key))
        .doOnError(failure -> unknown.add(key));
  }

  /** Goes on after the last item when the feed fails. */
  private Mono<Void> follow(RecordedWork.Calls calls) {
    return Flux.defer(() -> tables.changes(FeedScope.of(table), place.get()))
        .doOnNext(this::hear)
        .onErrorResume(failure -> Mono.delay(PAUSE).then(Mono.empty()))
        .repeat()
        .takeUntilOther(Flux.interval(PAUSE)
            .filter(look -> ended.get() && told.containsAll(inserted))
            .next())
        .then()
        .timeout(
            Mono.defer(this::whenLate),
            Mono.fromRunnable(() -> calls.broken("the feed lacks " + missing())));
  }

  private Mono<?> whenLate() {
    return Flux.interval(PAUSE).filter(look -> ended.get()).next().delayElement(PATIENCE);
  }

  private void hear(FeedItem item) {
    if (item instanceof FeedItem.Change change) {
      told.add(change.key());
    }
    place.set(FeedStart.after(item.token()));
  }

  private String missing() {
    return inserted.stream()
        .filter(key -> !told.contains(key))
        .limit(5)
        .toList()
        .toString();
  }

  @Override
  public long acknowledged() {
    return inserted.size();
  }

  @Override
  public void check(RecordedWork.Calls calls) {
    var stored = stored(tables, table, PARTITION).keySet();
    inserted.stream()
        .filter(key -> !stored.contains(key))
        .forEach(key -> calls.broken("lost key=" + key));
    stored.stream()
        .filter(key -> !inserted.contains(key) && !unknown.contains(key))
        .forEach(key -> calls.broken("never inserted key=" + key));
  }

  /** Returns the entities of the partitions whose keys begin with a text. Blocks. */
  static Map<EntityKey, Entity> stored(WeirClient tables, TableName table, String partition) {
    return tables
        .query(table, Query.ALL)
        .filter(entity -> entity.partitionKey().startsWith(partition))
        .collectMap(Entity::key)
        .blockOptional(PATIENCE)
        .orElseThrow();
  }
}
