package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.edm.EdmInt64;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.Reception;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.Write;
import io.weir.client.WeirClient;
import io.weir.client.WeirQueues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A program that uses a service in every way at once until it is told to stop, and knows what the
 * service has acknowledged.
 *
 * <p>It ends with the first failure of any call. Any thread.
 */
final class SteadyWork {

  private static final TableName TABLE = new TableName("Birds");
  private static final QueueName QUEUE = new QueueName("orders");
  private static final EntityKey COUNTER = new EntityKey("counters", "seen");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration LOOK = Duration.ofMillis(20);
  private static final int WIDTH = 4;
  private static final int PAGE = 50;

  private final WeirClient tables;
  private final WeirQueues queues;
  private final AtomicBoolean stopped = new AtomicBoolean();

  /** Whether no call that makes something is under way. */
  private final AtomicBoolean ended = new AtomicBoolean();

  private final Set<String> inserted = ConcurrentHashMap.newKeySet();
  private final AtomicLong added = new AtomicLong();
  private final Set<String> put = ConcurrentHashMap.newKeySet();
  private final ConcurrentLinkedQueue<String> consumed = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<String> followed = new ConcurrentLinkedQueue<>();

  /** What the feed begins with. A change that comes meanwhile may come once more after it. */
  private final ConcurrentLinkedQueue<String> existing = new ConcurrentLinkedQueue<>();

  private final AtomicInteger streams = new AtomicInteger();
  private final AtomicInteger walks = new AtomicInteger();

  SteadyWork(WeirClient tables, WeirQueues queues) {
    this.tables = tables;
    this.queues = queues;
  }

  /** Creates what the work needs, and works. Fails with the first failure of a call. */
  Mono<Void> run() {
    var counter =
        Entity.builder(COUNTER.partitionKey(), COUNTER.rowKey()).set("Seen", 0L).build();
    var prepared = tables
        .createTable(TABLE)
        .then(tables.write(TABLE, new Write.Insert(counter)))
        .then(queues.create(QUEUE));
    var making = Mono.when(
            repeated(WIDTH, this::insert),
            repeated(WIDTH, n -> add()),
            repeated(WIDTH, this::send),
            repeated(1, n -> stream()),
            repeated(1, n -> walk()))
        .doOnSuccess(made -> ended.set(true));
    return prepared.then(Mono.when(making, follow(), consume()));
  }

  /** Ends the work when what was acknowledged has been followed and consumed. */
  void stop() {
    stopped.set(true);
  }

  /** Returns how many inserts, additions and messages were acknowledged; the least of them. */
  long done() {
    return Math.min(Math.min(inserted.size(), added.get()), put.size());
  }

  private Mono<Void> repeated(int width, IntFunction<Mono<?>> call) {
    return Flux.range(0, Integer.MAX_VALUE)
        .takeWhile(n -> !stopped.get())
        .flatMap(call::apply, width)
        .then();
  }

  private Mono<?> insert(int number) {
    var row = String.format(Locale.ROOT, "%08d", number);
    var bird = Entity.builder("p" + number % 3, row).set("Name", "tern").build();
    return tables.write(TABLE, new Write.Insert(bird)).doOnNext(done -> inserted.add(row));
  }

  private Mono<?> add() {
    var one = PropertyOperation.of("Seen", PropertyOperation.Operator.ADD, new EdmInt64(1));
    return tables
        .write(TABLE, Write.change(COUNTER, one))
        .doOnNext(done -> added.incrementAndGet());
  }

  private Mono<?> send(int number) {
    var text = "order " + number;
    return queues.put(QUEUE, NewMessage.of(text)).doOnNext(done -> put.add(text));
  }

  /** A stream has everything that was acknowledged before it began, and nothing twice. */
  private Mono<?> stream() {
    var before = Set.copyOf(inserted);
    return tables.query(TABLE, Query.ALL).map(Entity::rowKey).collectList().doOnNext(rows -> {
      assertThat(rows).doesNotHaveDuplicates();
      assertThat(new HashSet<>(rows)).containsAll(before);
      streams.incrementAndGet();
    });
  }

  /** Goes over the table by pages, each of which begins at the continuation of the last. */
  private Mono<?> walk() {
    var before = Set.copyOf(inserted);
    return tables
        .page(TABLE, Query.ALL.top(PAGE))
        .expand(page -> page.next() == null
            ? Mono.empty()
            : tables.page(TABLE, Query.ALL.top(PAGE).from(page.next())))
        .flatMapIterable(page -> page.items().stream().map(Entity::rowKey).toList())
        .collectList()
        .doOnNext(rows -> {
          assertThat(rows).doesNotHaveDuplicates();
          assertThat(new HashSet<>(rows)).containsAll(before);
          walks.incrementAndGet();
        });
  }

  private Mono<Void> follow() {
    return tables
        .changes(FeedScope.of(TABLE), FeedStart.BEGINNING)
        .ofType(FeedItem.Change.class)
        .filter(change -> !change.key().equals(COUNTER))
        .doOnNext(change -> (change.cause() == FeedItem.Cause.EXISTING ? existing : followed)
            .add(change.key().rowKey()))
        .takeUntilOther(whenEnded(() -> told().containsAll(inserted)))
        .then();
  }

  /** Returns the rows that the feed has told, as existing ones or as changes. */
  private Set<String> told() {
    var all = new HashSet<>(existing);
    all.addAll(followed);
    return all;
  }

  private Mono<Void> consume() {
    return queues
        .receive(QUEUE, Reception.DEFAULT)
        .concatMap(delivery -> delivery.acknowledge().thenReturn(delivery.text()))
        .doOnNext(consumed::add)
        .takeUntilOther(whenEnded(() -> new HashSet<>(consumed).containsAll(put)))
        .then();
  }

  private Mono<Long> whenEnded(BooleanSupplier hasAll) {
    return Flux.interval(LOOK).filter(n -> ended.get() && hasAll.getAsBoolean()).next();
  }

  /** Nothing that was acknowledged is lost, and nothing was done twice. */
  void assertExact() {
    assertThat(stored()).containsExactlyInAnyOrderElementsOf(inserted);
    assertThat(counted()).isEqualTo(added.get());
    assertThat(told()).isEqualTo(inserted);
    assertThat(List.copyOf(followed)).doesNotHaveDuplicates();
    assertThat(List.copyOf(consumed)).containsExactlyInAnyOrderElementsOf(put);
    assertThat(streams).hasPositiveValue();
    assertThat(walks).hasPositiveValue();
  }

  private List<String> stored() {
    return tables
        .query(TABLE, Query.ALL)
        .filter(entity -> !entity.key().equals(COUNTER))
        .map(Entity::rowKey)
        .collect(Collectors.toCollection(ArrayList::new))
        .blockOptional(PATIENCE)
        .orElseThrow();
  }

  private long counted() {
    return tables
        .get(TABLE, COUNTER)
        .blockOptional(PATIENCE)
        .flatMap(counter -> counter.getInt64("Seen"))
        .orElseThrow();
  }
}
