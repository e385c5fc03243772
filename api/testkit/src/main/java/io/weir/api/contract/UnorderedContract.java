package io.weir.api.contract;

import static io.weir.api.contract.Entities.entitiesOf;
import static io.weir.api.contract.Entities.keysOf;
import static io.weir.api.contract.Entities.numbered;
import static io.weir.api.contract.Entities.rowsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.entity.Entity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Cases for unordered queries: they return the same entities, partition by partition, and resume
 * like ordered queries.
 */
public interface UnorderedContract extends Door {

  @Test
  default void anUnorderedQueryReturnsTheSameEntities() {
    var strikes = stored();

    midScenario();

    for (var filter : FILTERS) {
      var inOrder = strikes.select(Query.ALL.where(filter));
      var streamed = entitiesOf(strikes.items(Query.ALL.where(filter).unordered()));
      assertThat(streamed).as(filter).containsExactlyInAnyOrderElementsOf(inOrder);
      assertThat(strikes.select(Query.ALL.where(filter).unordered().top(7)))
          .as(filter)
          .containsExactlyInAnyOrderElementsOf(inOrder);
    }
  }

  @Test
  default void aPartitionComesInOnePieceAndAscending() {
    var strikes = stored();

    midScenario();
    var entities = entitiesOf(strikes.items(Query.ALL.unordered()));

    var begun = new HashSet<String>();
    for (var i = 0; i < entities.size(); i++) {
      var entity = entities.get(i);
      var isFirst = begun.add(entity.partitionKey());
      if (!isFirst) {
        assertThat(entities.get(i - 1).key())
            .isLessThan(entity.key())
            .extracting("partitionKey")
            .isEqualTo(entity.partitionKey());
      }
    }
    assertThat(begun).hasSize(PARTITIONS);
  }

  @Test
  default void anUnorderedStreamResumesAfterAnyEntity() {
    var strikes = stored();

    midScenario();

    for (var filter : FILTERS) {
      var query = Query.ALL.where(filter).unordered();
      var whole = entitiesOf(strikes.items(query));
      for (var broken = 1; broken <= whole.size(); broken += 7) {
        var place = Continuation.after(whole.get(broken - 1).key(), Direction.UNORDERED);
        var joined = new ArrayList<>(whole.subList(0, broken));
        joined.addAll(entitiesOf(strikes.items(query.from(place))));
        assertThat(joined).as(filter).isEqualTo(whole);
      }
    }
  }

  @Test
  default void anUnorderedStreamResumesWhereItReportedProgress() {
    var strikes = stored();
    var query = Query.ALL.where("Number eq 3 or Number eq 9").unordered();
    var items = strikes.items(query);
    var whole = rowsOf(items);

    midScenario();

    for (var i = 0; i < items.size(); i++) {
      if (items.get(i) instanceof StreamItem.Progress progress) {
        var joined = new ArrayList<>(rowsOf(items.subList(0, i)));
        joined.addAll(rowsOf(strikes.items(query.from(progress.resume()))));
        assertThat(joined).isEqualTo(whole);
      }
    }
  }

  @Test
  default void anUnorderedContinuationTravelsAsText() {
    var strikes = stored();
    var first = strikes.page(Query.ALL.unordered().top(25));
    var token = Objects.requireNonNull(first.next()).encode();

    midScenario();
    var rest = strikes.select(Query.ALL.unordered().from(Continuation.parse(token)));

    var joined = new ArrayList<Entity>(first.items());
    joined.addAll(rest);
    assertThat(keysOf(joined)).containsExactlyInAnyOrderElementsOf(keysOf(strikes.all()));
  }

  private Table stored() {
    var table = Table.in(this);
    IntStream.range(0, PARTITIONS).forEach(i -> table.load(numbered("P" + i, 12)));
    return table;
  }

  int PARTITIONS = 9;

  List<String> FILTERS = List.of(
      "",
      "Number ge 5 and Number lt 9",
      "PartitionKey gt 'P2' and PartitionKey lt 'P7'",
      "PartitionKey eq 'P1' or PartitionKey eq 'P4' or PartitionKey gt 'P6'",
      "(PartitionKey eq 'P3' or PartitionKey eq 'P8') and (RowKey eq '0001' or RowKey gt '0005')");
}
