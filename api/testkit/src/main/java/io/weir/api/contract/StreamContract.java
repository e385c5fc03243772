package io.weir.api.contract;

import static io.weir.api.contract.Entities.entitiesOf;
import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Entities.filled;
import static io.weir.api.contract.Entities.keysOf;
import static io.weir.api.contract.Entities.number;
import static io.weir.api.contract.Entities.numbered;
import static io.weir.api.contract.Entities.rowsOf;
import static io.weir.api.contract.Failures.assertTableNotFound;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.write.IfMatch;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Cases for streams: a stream is a whole answer, read no faster than it is requested. */
public interface StreamContract extends Door {

  @Test
  default void theStreamOfAnEmptyTableHoldsTheEndOnly() {
    var strikes = Table.in(this);

    midScenario();
    var items = strikes.items(Query.ALL);

    assertThat(items).hasSize(1);
    var report = endOf(items).report();
    assertThat(report.scanned()).isZero();
    assertThat(report.returned()).isZero();
  }

  @Test
  default void theEndIsTheLastItemAndCountsTheRows() {
    var strikes = Table.in(this).load(numbered("CA", 20)).load(numbered("TX", 20));

    midScenario();
    var items = strikes.items(Query.ALL.where("Number lt 5"));

    assertThat(rowsOf(items)).hasSize(10);
    assertThat(items.stream().filter(StreamItem.End.class::isInstance)).hasSize(1);
    assertThat(endOf(items).report().returned()).isEqualTo(10);
    assertThat(endOf(items).report().scanned()).isGreaterThanOrEqualTo(10);
  }

  @Test
  default void aStreamReturnsTheEntitiesOfThePages() {
    var strikes = Table.in(this).load(numbered("CA", 30)).load(numbered("TX", 30));
    var query =
        Query.ALL.where("Number ge 10 and Number ne 15").select("Number").descending();

    midScenario();

    assertThat(entitiesOf(strikes.items(query))).hasSize(38).isEqualTo(strikes.select(query));
  }

  @Test
  default void aStreamHasNoLimitOfEntities() {
    var strikes = Table.in(this).load(numbered("CA", 1500)).load(numbered("TX", 1500));

    midScenario();
    var rows = rowsOf(strikes.items(Query.ALL));

    assertThat(rows).hasSize(3000).isSorted().doesNotHaveDuplicates();
    assertThat(rowsOf(strikes.items(Query.ALL.top(1001)))).isEqualTo(rows.subList(0, 1001));
  }

  @Test
  default void topIsTheSizeOfTheWholeStream() {
    var strikes = Table.in(this).load(numbered("TX", 10));

    midScenario();

    for (var top : List.of(0, 1, 9, 10, 11)) {
      var items = strikes.items(Query.ALL.top(top));
      assertThat(rowsOf(items)).hasSize(Math.min(top, 10));
      assertThat(endOf(items).report().returned()).isEqualTo(Math.min(top, 10));
    }
  }

  @Test
  default void topCountsTheEntitiesThatMatch() {
    var strikes = Table.in(this).load(numbered("TX", 50));

    midScenario();

    assertThat(rowsOf(strikes.items(Query.ALL.where("Number ge 40").top(3))))
        .containsExactly("TX/0040", "TX/0041", "TX/0042");
  }

  @Test
  default void aStreamAnswersTheSelectedProperties() {
    var strikes = Table.in(this);
    var written = strikes.insert(entity("TX", "1").set("Species", "Killdeer").set("Height", 1));

    midScenario();
    var row = entitiesOf(strikes.items(Query.ALL.select("Height"))).get(0);

    assertThat(row.toMap()).containsOnlyKeys("Height");
    assertThat(row.timestampTicks()).isEqualTo(written.timestampTicks());
  }

  @Test
  default void aQueryAnswersTheEntitiesOfItsStream() {
    var strikes = Table.in(this).load(numbered("TX", 300));

    midScenario();
    var entities =
        service().query(strikes.name(), Query.ALL).limitRate(7).collectList().block(Table.PATIENCE);

    assertThat(entities).isEqualTo(strikes.all());
  }

  @Test
  default void noItemIsEmittedWithoutDemand() {
    var strikes = Table.in(this).load(numbered("TX", 50));
    midScenario();
    var reader = Reader.of(strikes.stream(Query.ALL));

    strikes.items(Query.ALL);
    assertThat(reader.waiting()).isZero();
    reader.take(3);
    strikes.items(Query.ALL);
    assertThat(reader.waiting()).isZero();
    reader.take(1);
    strikes.items(Query.ALL);

    assertThat(reader.waiting()).isZero();
    reader.cancel();
  }

  @Test
  default void aStreamTakenOneByOneIsComplete() {
    var strikes = Table.in(this).load(numbered("TX", 40));
    midScenario();
    var reader = Reader.of(strikes.stream(Query.ALL));

    var items = new ArrayList<StreamItem>();
    while (items.isEmpty() || !(items.get(items.size() - 1) instanceof StreamItem.End)) {
      items.addAll(reader.take(1));
    }

    assertThat(rowsOf(items)).isEqualTo(keysOf(strikes.all()));
    assertThat(reader.drain().whole()).isEmpty();
  }

  @Test
  default void everyReaderHasItsOwnDemand() {
    var strikes = Table.in(this).load(numbered("TX", 60));
    midScenario();
    var slow = Reader.of(strikes.stream(Query.ALL));
    var fast = Reader.of(strikes.stream(Query.ALL));

    var begun = slow.take(2);
    var all = fast.drain();
    var rest = slow.drain();

    assertThat(rowsOf(all.items())).hasSize(60);
    assertThat(rowsOf(begun).size() + rowsOf(rest.items()).size()).isEqualTo(60);
  }

  @Test
  default void aCancelledStreamIsSilent() {
    var strikes = Table.in(this).load(numbered("TX", 50));
    midScenario();
    var reader = Reader.of(strikes.stream(Query.ALL));
    reader.take(2);

    reader.cancel();
    strikes.insert(entity("TX", "more"));

    assertThat(rowsOf(strikes.items(Query.ALL))).hasSize(51);
    assertThat(reader.waiting()).isZero();
  }

  @Test
  default void largeEntitiesAreStreamedOneByOne() {
    var strikes = Table.in(this);
    IntStream.range(0, 4).forEach(i -> strikes.insert(filled("p", "" + i, "B", 1_000_000)));
    midScenario();
    var reader = Reader.of(strikes.stream(Query.ALL));

    var first = reader.take(1);
    var rest = reader.drain();

    assertThat(entitiesOf(first).size() + entitiesOf(rest.items()).size()).isEqualTo(4);
    assertThat(entitiesOf(rest.items()).get(2).toMap())
        .isEqualTo(filled("p", "3", "B", 1_000_000).build().toMap());
  }

  @Test
  default void aStreamReadsOnlyOnDemand() {
    var strikes = Table.in(this).load(moreThanAnyoneReadsAhead());
    midScenario();
    var last = number(aheadCount() - 1);
    var reader = Reader.of(strikes.stream(Query.ALL));
    reader.take(1);

    strikes.delete("TX", last, IfMatch.ANY);
    strikes.insert(entity("WA", "1"));
    var rest = rowsOf(reader.drain().whole());

    assertThat(rest).doesNotContain("TX/" + last).endsWith("WA/1");
  }

  @Test
  default void aStreamFailsWhenItsTableIsDropped() {
    var strikes = Table.in(this).load(moreThanAnyoneReadsAhead());
    midScenario();
    var reader = Reader.of(strikes.stream(Query.ALL));
    reader.take(1);

    strikes.drop();
    var rest = reader.drain();

    assertTableNotFound(rest::throwFailure);
    assertThat(rest.items()).noneMatch(StreamItem.End.class::isInstance);
  }

  @Test
  default void aStreamDoesNotContinueInARecreatedTable() {
    var strikes = Table.in(this).load(moreThanAnyoneReadsAhead());
    midScenario();
    var reader = Reader.of(strikes.stream(Query.ALL));
    reader.take(1);

    strikes.drop();
    strikes.create();
    strikes.insert(entity("ZZ", "1"));
    var rest = reader.drain();

    assertTableNotFound(rest::throwFailure);
    assertThat(rowsOf(rest.items())).doesNotContain("ZZ/1");
  }

  /**
   * Returns the number of entities that exceed the transport's buffers by 1 MiB. No implementation
   * can have read all of them when the first is requested.
   */
  private int aheadCount() {
    return 64 + bytesInTransit() / (16 * 1024);
  }

  private Stream<EntityBuilder> moreThanAnyoneReadsAhead() {
    return IntStream.range(0, aheadCount()).mapToObj(i -> filled("TX", number(i), "B", 16 * 1024));
  }

  private static StreamItem.End endOf(List<StreamItem> items) {
    var last = items.get(items.size() - 1);
    assertThat(last).isInstanceOf(StreamItem.End.class);
    return (StreamItem.End) last;
  }
}
