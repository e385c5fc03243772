package io.weir.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.filter.FilterParser;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.testkit.Effort;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Random requests to a store and to the model, while another thread splits, moves and merges
 * regions at random: each outcome is equal, except for Timestamps, and so is the table after each
 * hundred requests, read in both directions, by pages and counted.
 *
 * <p>It ends after so many requests, and a change of each kind. {@code -Dweir.seed} replays the
 * requests, not the moments of the changes. The torture profile makes 20 times as many requests.
 */
final class RegionsInMotionTest {

  private static final TableName TABLE = new TableName("Motion");
  private static final int REQUESTS = Effort.choose(1_000, 1_000, 20_000);
  private static final int COMPARED_EVERY = 100;
  private static final int PARTITIONS = 8;
  private static final int ROWS = 12;

  private final long seed = Long.getLong("weir.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final TableService model = new ModelTableService();
  private HBaseStore store;
  private TableService tables;

  @BeforeEach
  void open() {
    store = TestCluster.open("motion");
    tables = TestCluster.tables(store);
  }

  @AfterEach
  void close() {
    store.close().block(TestCluster.PATIENCE);
  }

  @Test
  void theStoreAnswersAsTheModelWhileItsRegionsAreSplitMovedAndMerged() throws Exception {
    both("create", service -> service.createTable(TABLE));
    try (var changes = RegionChanges.begin("motion", PARTITIONS, seed)) {
      for (var i = 0; i < REQUESTS || !changes.areOfAllKinds(); i++) {
        request();
        if (i % COMPARED_EVERY == COMPARED_EVERY - 1) {
          compareTables();
        }
      }
    }
    compareTables();
  }

  private void request() {
    switch (random.nextInt(10)) {
      case 0 -> get(key());
      case 1 -> query("RowKey ge '" + row() + "' and N lt " + random.nextInt(100));
      case 2 -> query("PartitionKey eq '" + partition() + "' and RowKey ge '" + row() + "'");
      case 3 -> removeRange();
      case 4, 5 -> batch();
      default -> write();
    }
  }

  private void get(EntityKey key) {
    both("get " + key, service -> service.get(TABLE, key).map(RegionsInMotionTest::content));
  }

  private void query(String filter) {
    var query = random.nextBoolean() ? Query.ALL : Query.ALL.descending();
    both(filter, service -> contents(service, query.where(filter).top(1 + random(filter))));
  }

  /** Equal for both services: a number of its own for each text. */
  private static int random(String text) {
    return Math.floorMod(text.hashCode(), 40);
  }

  private void removeRange() {
    var keys = "PartitionKey eq '" + partition() + "' and RowKey ge '" + row() + "' and RowKey lt '"
        + row() + "'";
    both("remove " + keys, service -> service.deleteRange(TABLE, FilterParser.parse(keys)));
  }

  private void write() {
    var draw = draw(key());
    both(
        draw.toString(), service -> draw.of(service).flatMap(write -> service.write(TABLE, write)));
  }

  private void batch() {
    var partition = partition();
    var draws = random
        .ints(0, ROWS)
        .distinct()
        .limit(1 + random.nextInt(ROWS))
        .mapToObj(row -> draw(new EntityKey(partition, "r%02d".formatted(row))))
        .toList();
    both(
        draws.toString(),
        service -> Flux.fromIterable(draws)
            .concatMap(draw -> draw.of(service))
            .collectList()
            .flatMap(writes -> service.submit(TABLE, new Batch(writes)))
            .map(List::size));
  }

  private Draw draw(EntityKey key) {
    var entity = Entity.builder(key.partitionKey(), key.rowKey())
        .set("N", random.nextInt(100))
        .set("P" + random.nextInt(3), "x".repeat(random.nextInt(2_000)))
        .build();
    return new Draw(random.nextInt(6), random.nextInt(3), entity);
  }

  private EntityKey key() {
    return new EntityKey(partition(), row());
  }

  private String partition() {
    return RegionChanges.partition(random.nextInt(PARTITIONS));
  }

  private String row() {
    return "r%02d".formatted(random.nextInt(ROWS));
  }

  /** A write, whose precondition depends on what a service holds. */
  private record Draw(int kind, int condition, Entity entity) {

    Mono<Write> of(TableService service) {
      return switch (kind) {
        case 0 -> Mono.just(new Write.Insert(entity));
        case 1 -> Mono.just(new Write.Upsert(entity, WriteMode.REPLACE));
        case 2 -> Mono.just(new Write.Upsert(entity, WriteMode.MERGE));
        case 3 -> match(service).map(match -> new Write.Update(entity, WriteMode.MERGE, match));
        case 4 -> match(service).map(match -> new Write.Delete(entity.key(), match));
        default -> Mono.just(change());
      };
    }

    private Write change() {
      var add = Write.change(
          entity.key(), PropertyOperation.of("N", Operator.ADD, entity.get("N").orElseThrow()));
      return switch (condition) {
        case 0 -> add;
        case 1 -> add.when(FilterParser.parse("N lt 200"));
        default -> add.orCreate(entity);
      };
    }

    private Mono<IfMatch> match(TableService service) {
      return switch (condition) {
        case 0 -> Mono.just(IfMatch.ANY);
        case 1 -> Mono.just(IfMatch.version(ETag.ofTimestamp(1)));
        default ->
          service
              .get(TABLE, entity.key())
              .map(stored -> IfMatch.version(stored.etag().orElseThrow()))
              .onErrorReturn(IfMatch.ANY)
              .defaultIfEmpty(IfMatch.ANY);
      };
    }

    @Override
    public String toString() {
      return "write kind=" + kind + " condition=" + condition + " key=" + entity.key();
    }
  }

  private void compareTables() {
    both("all", service -> contents(service, Query.ALL));
    both("all, descending", service -> contents(service, Query.ALL.descending()));
    both("count", service -> service.count(TABLE, Query.ALL).map(QueryReport::returned));
    both(
        "pages",
        service -> service
            .page(TABLE, Query.ALL.top(7))
            .expand(page -> next(service, page))
            .concatMapIterable(Page::items)
            .map(RegionsInMotionTest::content)
            .collectList());
  }

  private static Mono<Page<Entity>> next(TableService service, Page<Entity> page) {
    return Mono.justOrEmpty(page.next())
        .flatMap(from -> service.page(TABLE, Query.ALL.top(7).from(from)));
  }

  private static Mono<List<String>> contents(TableService service, Query query) {
    return service.query(TABLE, query).map(RegionsInMotionTest::content).collectList();
  }

  private static String content(Entity entity) {
    var properties = new TreeMap<>(entity.toMap());
    properties.remove("Timestamp");
    return entity.key() + " " + properties;
  }

  private void both(String what, Function<TableService, Mono<?>> request) {
    assertThat(outcome(request.apply(tables)))
        .as("%s, replay with -Dweir.seed=%d", what, seed)
        .isEqualTo(outcome(request.apply(model)));
  }

  private static Outcome outcome(Mono<?> request) {
    try {
      return new Outcome(
          request
              .map(answer ->
                  answer instanceof WriteResult result ? result.etag().isPresent() : answer)
              .blockOptional(TestCluster.PATIENCE)
              .map(Object::toString),
          Optional.empty(),
          TableServiceException.NO_OPERATION);
    } catch (TableServiceException e) {
      return new Outcome(Optional.empty(), Optional.of(e.code()), e.failedOperation());
    }
  }

  private record Outcome(Optional<String> answer, Optional<ErrorCode> refusal, int operation) {}
}
