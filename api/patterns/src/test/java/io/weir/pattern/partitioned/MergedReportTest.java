package io.weir.pattern.partitioned;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccessPath;
import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.index.SortProperty;
import io.weir.testkit.CoreTables;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/**
 * The report of a merged stream counts what the merge has taken, whatever the shards have read
 * ahead, and on whatever threads.
 */
final class MergedReportTest {

  private static final TableName TABLE = new TableName("Employees");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Query BY_AGE = Query.ALL.orderBy(SortProperty.ascending("Age"));

  @Test
  void aStreamThatEndsEarlyLeavesOutWhatItsShardsHaveReadAhead() {
    var first = Flux.just(row("a", 1), row("c", 3), end("", 7));
    var second = Flux.just(row("b", 2), end("", 1_000));

    assertThat(reportByKey(Query.ALL.top(1), List.of(first, second)))
        .isEqualTo(new QueryReport(AccessPath.UNKNOWN, 0, 1, 1));
    assertThat(reportByAge(BY_AGE.top(1), List.of(first, second)))
        .isEqualTo(new QueryReport(AccessPath.UNKNOWN, 0, 1, 1));
    assertThat(reportByKey(Query.ALL.top(3), List.of(first, second)))
        .as("the second shard has ended before the last row of the first one")
        .isEqualTo(new QueryReport(AccessPath.TABLE_SCAN, 1, 1_002, 3));
  }

  @Test
  void aWholeStreamAddsUpItsShardsAndNamesTheirIndexes() {
    var first = Flux.just(row("a", 1), end("byAge", 7));
    var second = Flux.just(row("b", 2), end("byAge", 9));
    var third = Flux.just(end("byName", 0));
    var sum = new QueryReport(AccessPath.TABLE_SCAN, "byName,byAge", 3, 16, 2);

    assertThat(reportByKey(Query.ALL, List.of(first, second, third))).isEqualTo(sum);
    assertThat(reportByAge(BY_AGE, List.of(first, second, third))).isEqualTo(sum);
  }

  @Test
  void progressAddsUpWhatAllShardsHaveRead() {
    var first = Flux.just(progress("a", 10), row("d", 4), end("", 11));
    var second = Flux.just(row("b", 2), progress("c", 20), end("", 20));

    var scanned = MergedStreams.of(Query.ALL, List.of(first, second))
        .ofType(StreamItem.Progress.class)
        .map(StreamItem.Progress::scanned)
        .collectList()
        .block(PATIENCE);

    assertThat(scanned).containsExactly(10L, 30L);
  }

  @Test
  void noReportOfAShardIsLostIfShardsEndAtOnceOnTheirOwnThreads() {
    for (var round = 0; round < 300; round++) {
      var shards = IntStream.range(0, 4)
          .mapToObj(i -> Flux.just(row("r" + i, i), end("", 5)).publishOn(Schedulers.parallel()))
          .toList();

      assertThat(reportByKey(Query.ALL, shards).scanned()).isEqualTo(20);
      assertThat(reportByAge(BY_AGE, shards).ranges()).isEqualTo(4);
    }
  }

  private static QueryReport reportByKey(Query query, List<Flux<StreamItem>> shards) {
    return report(MergedStreams.of(query, shards));
  }

  private static QueryReport reportByAge(Query query, List<Flux<StreamItem>> shards) {
    return report(OrderedStreams.of(
        TABLE, query, shards.stream().map(MergedReportTest::shard).toList()));
  }

  private static QueryReport report(Flux<StreamItem> merged) {
    var end = merged.ofType(StreamItem.End.class).single().block(PATIENCE);
    return Objects.requireNonNull(end).report();
  }

  private static TableService shard(Flux<StreamItem> items) {
    return new CoreTables(new ModelTableService()) {
      @Override
      public Flux<StreamItem> stream(TableName table, Query query) {
        return items;
      }
    };
  }

  private static StreamItem row(String key, int age) {
    return new StreamItem.Row(Entity.builder(key, "").set("Age", age).build());
  }

  private static StreamItem progress(String key, long scanned) {
    var at = new Continuation(new EntityKey(key, ""), false, Direction.ASCENDING);
    return new StreamItem.Progress(at, scanned);
  }

  private static StreamItem end(String index, long scanned) {
    return new StreamItem.End(new QueryReport(AccessPath.TABLE_SCAN, index, 1, scanned, 0));
  }
}
