package io.weir.api.contract;

import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Entities.keysOf;
import static io.weir.api.contract.Entities.number;
import static io.weir.api.contract.Entities.rowsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.IfMatch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Cases for the order of answers: by key, across all partitions, whatever the order of writes. */
public interface OrderContract extends Door {

  @Test
  default void aScanAnswersInTheOrderOfKeys() {
    var strikes = Table.in(this).load(shuffled(60, 5).stream());

    midScenario();

    assertThat(keysOf(strikes.all())).isEqualTo(ordered(60, 5));
    assertThat(rowsOf(strikes.items(Query.ALL))).isEqualTo(ordered(60, 5));
  }

  @Test
  default void aScanAnswersBackwardsInTheOppositeOrder() {
    var strikes = Table.in(this).load(shuffled(60, 5).stream());

    midScenario();

    assertThat(keysOf(strikes.select(Query.ALL.descending()))).isEqualTo(reversed(ordered(60, 5)));
    assertThat(rowsOf(strikes.items(Query.ALL.descending()))).isEqualTo(reversed(ordered(60, 5)));
  }

  @Test
  default void pagesKeepTheOrderInBothDirections() {
    var strikes = Table.in(this).load(shuffled(20, 5).stream());

    midScenario();

    assertThat(keysOf(strikes.select(Query.ALL.top(7)))).isEqualTo(ordered(20, 5));
    assertThat(keysOf(strikes.select(Query.ALL.top(7).descending())))
        .isEqualTo(reversed(ordered(20, 5)));
  }

  @Test
  default void aFilteredScanKeepsTheOrder() {
    var strikes = Table.in(this).load(shuffled(40, 5).stream());
    var expected = ordered(40, 5).stream().filter(key -> key.endsWith("0003")).toList();

    midScenario();

    assertThat(keysOf(strikes.select("Row eq 3"))).isEqualTo(expected);
    assertThat(keysOf(strikes.select(Query.ALL.where("Row eq 3").descending())))
        .isEqualTo(reversed(expected));
  }

  @Test
  default void aPartitionAnswersBackwards() {
    var strikes = Table.in(this).load(shuffled(3, 9).stream());

    midScenario();
    var backwards = strikes.select(Query.ALL
        .where("PartitionKey eq '0001' and RowKey ge '0003' and RowKey lt '0006'")
        .descending());

    assertThat(keysOf(backwards)).containsExactly("0001/0005", "0001/0004", "0001/0003");
  }

  @Test
  default void theOrderHoldsWhileEntitiesAreInsertedAndDeleted() {
    var strikes = Table.in(this).load(shuffled(10, 10).stream());
    var left = new ArrayList<>(ordered(10, 10));
    for (var i = 99; i >= 0; i -= 7) {
      strikes.delete(number(i / 10), number(i % 10), IfMatch.ANY);
      left.remove(i);
    }

    midScenario();
    strikes.insert(entity("0000", "zzzz"));
    left.add(left.indexOf("0001/0000"), "0000/zzzz");

    assertThat(keysOf(strikes.all())).isEqualTo(left);
  }

  @Test
  default void keysCompareAsTheServiceOrdersThem() {
    var keys = List.of(
        new EntityKey("", ""),
        new EntityKey("", "b"),
        new EntityKey("a", ""),
        new EntityKey("a", "\uD83D\uDE00"),
        new EntityKey("a", "\uFF5A"),
        new EntityKey("a b", "a"),
        new EntityKey("aa", ""));
    var strikes =
        Table.in(this).load(keys.stream().map(key -> entity(key.partitionKey(), key.rowKey())));

    midScenario();

    assertThat(keys).isSorted();
    assertThat(strikes.all()).extracting(Entity::key).isEqualTo(keys);
  }

  private static List<EntityBuilder> shuffled(int partitions, int rows) {
    var entities = new ArrayList<EntityBuilder>();
    for (var partition = 0; partition < partitions; partition++) {
      for (var row = 0; row < rows; row++) {
        entities.add(entity(number(partition), number(row)).set("Row", row));
      }
    }
    Collections.shuffle(entities, new Random(42));
    return entities;
  }

  private static List<String> ordered(int partitions, int rows) {
    return IntStream.range(0, partitions * rows)
        .mapToObj(i -> number(i / rows) + "/" + number(i % rows))
        .toList();
  }

  private static List<String> reversed(List<String> keys) {
    var reversed = new ArrayList<>(keys);
    Collections.reverse(reversed);
    return reversed;
  }
}
