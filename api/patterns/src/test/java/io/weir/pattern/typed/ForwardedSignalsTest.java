package io.weir.pattern.typed;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccessPath;
import io.weir.api.Aggregates;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.entity.Entity;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.filter.Filter;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import io.weir.api.index.IndexStatus;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.pattern.encryption.AesWrappingKey;
import io.weir.pattern.encryption.EncryptingTableService;
import io.weir.pattern.encryption.HiddenProperties;
import io.weir.pattern.encryption.KeyRing;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

/**
 * Services that wrap another service pass demand, cancellation and failures on. The test plays the
 * wrapped service.
 */
final class ForwardedSignalsTest {

  private static final TableName TABLE = new TableName("People");
  private static final Person ADA = new Person("p", "Ada", 36);
  private static final Entity ENTITY = Entity.builder("p", "Ada").set("age", 36).build();
  private static final Write INSERT = new Write.Insert(ENTITY);
  private static final WriteResult WRITTEN = new WriteResult(7);
  private static final QueryReport COUNTED = new QueryReport(AccessPath.TABLE_SCAN, 1, 7, 7);
  private static final Aggregates AGGREGATED = new Aggregates(List.of(ENTITY), COUNTED);
  private static final IndexStatus STATUS =
      new IndexStatus(IndexDefinition.of("byAge", "age"), IndexState.READABLE, 1, 1, 1);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int ENCRYPTED_AHEAD = 32;
  private static final int PLENTY = 200;

  private final TestPublisher<Object> source = TestPublisher.createCold();
  private final AtomicLong requested = new AtomicLong();

  @Index(name = "byAge", properties = "age")
  record Person(@PartitionKey String group, @RowKey String name, int age) {}

  record Age(@RowKey String name, int age) {}

  /**
   * Calls that the service answers with one value, which the caller receives, or by completion
   * alone.
   */
  @SuppressWarnings("ImmutableEnumChecker") // functions of their arguments alone
  enum Single {
    TYPED_CREATE(service -> typed(service).createIfAbsent(), null),
    TYPED_GET(service -> typed(service).get("p", "Ada"), ENTITY),
    TYPED_REREAD(service -> typed(service).reread(ADA), ENTITY),
    TYPED_INSERT(service -> typed(service).insert(ADA), WRITTEN),
    TYPED_UPSERT(service -> typed(service).upsert(ADA), WRITTEN),
    TYPED_UPSERT_MERGING(service -> typed(service).upsertMerging(ADA), WRITTEN),
    TYPED_REPLACE(service -> typed(service).replace(ADA), WRITTEN),
    TYPED_MERGE(service -> typed(service).merge(ADA), WRITTEN),
    TYPED_DELETE(service -> typed(service).delete(ADA), WRITTEN, 0),
    TYPED_DELETE_BY_KEY(service -> typed(service).delete(ENTITY.key()), WRITTEN, 0),
    TYPED_DELETE_IF_EXISTS(service -> typed(service).deleteIfExists(ADA), true),
    TYPED_COUNT(service -> typed(service).count(), COUNTED),
    TYPED_ENSURE_INDEXES(service -> typed(service).ensureIndexes(), List.of(STATUS), 0),
    PROJECTED_GET(service -> typed(service).as(Age.class).get(ENTITY.key()), ENTITY),
    ENCRYPTED_CREATE_TABLE(service -> encrypted(service).createTable(TABLE), null),
    ENCRYPTED_DELETE_TABLE(service -> encrypted(service).deleteTable(TABLE), null),
    ENCRYPTED_DELETE_RANGE(service -> encrypted(service).deleteRange(TABLE, Filter.ALL), null),
    ENCRYPTED_CREATE_INDEX(
        service -> encrypted(service).createIndex(TABLE, STATUS.definition()), null),
    ENCRYPTED_INDEXES(service -> encrypted(service).indexes(TABLE), List.of(STATUS)),
    ENCRYPTED_DROP_INDEX(
        service -> encrypted(service).dropIndex(TABLE, STATUS.definition().name()), null),
    ENCRYPTED_AGGREGATE(
        service -> encrypted(service).aggregate(TABLE, Query.ALL, Aggregation.COUNT), AGGREGATED),
    ENCRYPTED_COUNT(service -> encrypted(service).count(TABLE, Query.ALL), AGGREGATED),
    ENCRYPTED_TABLE(service -> encrypted(service).table(TABLE), TABLE),
    ENCRYPTED_TABLES(service -> encrypted(service).tables(), page(TABLE)),
    ENCRYPTED_GET(service -> encrypted(service).get(TABLE, ENTITY.key()), ENTITY),
    ENCRYPTED_PAGE(service -> encrypted(service).page(TABLE, Query.ALL), page(ENTITY)),
    ENCRYPTED_WRITE(service -> encrypted(service).write(TABLE, INSERT), WRITTEN),
    ENCRYPTED_SUBMIT(
        service -> encrypted(service).submit(TABLE, Batch.of(INSERT)), List.of(WRITTEN));

    private final Function<TableService, Publisher<?>> call;
    private final @Nullable Object answer;
    private final int values;

    Single(Function<TableService, Publisher<?>> call, @Nullable Object answer) {
      this(call, answer, answer == null ? 0 : 1);
    }

    Single(Function<TableService, Publisher<?>> call, @Nullable Object answer, int values) {
      this.call = call;
      this.answer = answer;
      this.values = values;
    }
  }

  /**
   * Calls that the service answers with many values, with the number that is requested ahead of the
   * subscriber.
   */
  @SuppressWarnings("ImmutableEnumChecker") // functions of their arguments alone
  enum Many {
    TYPED_QUERY(service -> typed(service).query(), ENTITY, 0),
    TYPED_ORDERED_QUERY(service -> typed(service).orderBy("age desc").values(), ENTITY, 0),
    SELECTED_QUERY(service -> typed(service).select(Age.class).values(), ENTITY, 0),
    PROJECTED_QUERY(service -> typed(service).as(Age.class).query(), ENTITY, 0),
    ENCRYPTED_STREAM(
        service -> encrypted(service).stream(TABLE, Query.ALL),
        new StreamItem.Row(ENTITY),
        ENCRYPTED_AHEAD),
    ENCRYPTED_QUERY(
        service -> encrypted(service).query(TABLE, Query.ALL),
        new StreamItem.Row(ENTITY),
        ENCRYPTED_AHEAD),
    ENCRYPTED_BULK(
        service -> encrypted(service).bulk(TABLE, Flux.just(BulkLine.of(INSERT))),
        new BulkResult.Done(0, WRITTEN),
        0);

    private final Function<TableService, Publisher<?>> call;
    private final Object item;
    private final int ahead;

    Many(Function<TableService, Publisher<?>> call, Object item, int ahead) {
      this.call = call;
      this.item = item;
      this.ahead = ahead;
    }
  }

  @ParameterizedTest
  @EnumSource
  void anAnswerWaitsForDemand(Single single) {
    if (single.answer != null) {
      source.next(single.answer);
    }
    source.complete();

    StepVerifier.create(single.call.apply(played()), 0)
        .expectSubscription()
        .thenRequest(1)
        .expectNextCount(single.values)
        .expectComplete()
        .verify(PATIENCE);
  }

  @ParameterizedTest
  @EnumSource
  void cancellingBeforeTheAnswerStopsTheService(Single single) {
    StepVerifier.create(single.call.apply(played()), 0)
        .thenRequest(1)
        .then(source::assertSubscribers)
        .thenCancel()
        .verify(PATIENCE);

    source.assertCancelled();
  }

  @ParameterizedTest
  @EnumSource
  void aFailureIsPassedOnUnchanged(Single single) {
    var busy = new ServiceBusyException("");
    source.error(busy);

    StepVerifier.create(single.call.apply(played()))
        .expectErrorSatisfies(failure -> assertThat(failure).isSameAs(busy))
        .verify(PATIENCE);
  }

  @ParameterizedTest
  @EnumSource
  void demandIsPassedOn(Many many) {
    for (var i = 0; i < PLENTY; i++) {
      source.next(many.item);
    }

    StepVerifier.create(many.call.apply(played()), 0)
        .expectSubscription()
        .then(() -> assertRequested(0, many.ahead))
        .thenRequest(2)
        .expectNextCount(2)
        .then(() -> assertRequested(2, many.ahead))
        .thenRequest(100)
        .expectNextCount(100)
        .then(() -> assertRequested(102, many.ahead))
        .thenCancel()
        .verify(PATIENCE);

    source.assertCancelled();
  }

  @ParameterizedTest
  @EnumSource
  void aFailureFollowsTheItemsBeforeIt(Many many) {
    var busy = new ServiceBusyException("");
    source.next(many.item);

    StepVerifier.create(many.call.apply(played()))
        .expectNextCount(1)
        .then(() -> source.error(busy))
        .expectErrorSatisfies(failure -> assertThat(failure).isSameAs(busy))
        .verify(PATIENCE);
  }

  private void assertRequested(long demand, int ahead) {
    assertThat(requested).hasValueBetween(demand, demand + ahead);
  }

  private TableService played() {
    return (TableService) Proxy.newProxyInstance(
        TableService.class.getClassLoader(), new Class<?>[] {TableService.class}, this::answer);
  }

  private Object answer(Object unused, Method method, Object[] arguments) {
    var answers = source.flux().doOnRequest(n -> requested.accumulateAndGet(n, Operators::addCap));
    return method.getReturnType() == Mono.class ? Mono.fromDirect(answers) : answers;
  }

  private static TypedTable<Person> typed(TableService service) {
    return TypedTable.of(service, TABLE.value(), Person.class);
  }

  private static EncryptingTableService encrypted(TableService service) {
    var keys = KeyRing.of(AesWrappingKey.of("k", new byte[32]));
    return EncryptingTableService.over(service, keys, HiddenProperties.of("Name"));
  }

  private static <T> Page<T> page(T item) {
    return new Page<>(List.of(item), null, new QueryReport(AccessPath.UNKNOWN, 1, 1, 1));
  }
}
