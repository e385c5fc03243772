package io.weir.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.FilterParser;
import io.weir.api.index.Duplicate;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexState;
import io.weir.api.index.SortProperty;
import io.weir.api.write.Write;
import io.weir.engine.index.IndexKeys;
import io.weir.engine.index.TableIndex;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Indexes in the rows of the catalog and in memory, above all when a table is dropped and created
 * again meanwhile.
 */
class IndexesOfTablesTest {

  private static final AccountName ACCOUNT = AccountName.DEVELOPMENT;
  private static final TableName BIRDS = new TableName("Birds");

  private final Catalog catalog = new Catalog();
  private final Table table = new Table(ACCOUNT, BIRDS, 3);
  private final Table successor = new Table(ACCOUNT, BIRDS, 5);

  private static TableIndex index(int number, IndexDefinition definition) {
    return new TableIndex(IndexKeys.idOf(number), definition, IndexState.BACKFILLING);
  }

  @Test
  void aRowKeepsEveryPartOfItsIndexes() {
    var definition = new IndexDefinition(
        new IndexName("byBoth"),
        List.of(SortProperty.ascending("Näme"), SortProperty.descending("Age")),
        FilterParser.parse("Name eq 'a\nb' or Age gt 5L"),
        true,
        false);
    var indexed = table.with(index(4, definition)).with(index(6, IndexDefinition.of("a", "A")));

    assertThat(Table.ofRow(indexed.row())).isEqualTo(indexed);
  }

  /** Rows of earlier versions say whether an index covers missing values, in the fifth line. */
  @Test
  void aRowOfAnEarlierVersionKeepsItsMeaning() {
    var id = Integer.toString(IndexKeys.idOf(4));
    var stored =
        table.with(index(4, IndexDefinition.of("old", "A"))).row().toMap().values().stream()
            .map(value -> value instanceof EdmString text ? text.value() : "")
            .filter(text -> text.startsWith("old"));

    assertThat(stored).containsExactly("old\n" + id + "\nBACKFILLING\nfalse\ntrue\n1\n+A\ntrue");
    assertThat(reread("old\n" + id + "\nREADABLE\nfalse\nfalse\n1\n+A\ntrue"))
        .isEqualTo(IndexDefinition.of("old", "A").sparsely());
    assertThat(reread("old\n" + id + "\nREADABLE\ntrue\nfalse\n1\n+A\ntrue"))
        .isEqualTo(IndexDefinition.of("old", "A").uniquely());
    assertThat(reread("old\n" + id + "\nREADABLE\ntrue\ntrue\n1\n+A\ntrue"))
        .isEqualTo(IndexDefinition.of("old", "A").uniquely().whole());
  }

  private IndexDefinition reread(String text) {
    var row = table.with(index(4, IndexDefinition.of("old", "A"))).row();
    var changed = Entity.builder(row.partitionKey(), row.rowKey());
    row.toMap()
        .forEach((name, value) -> changed.set(
            name,
            value instanceof EdmString old && old.value().startsWith("old")
                ? new EdmString(text)
                : value));
    return Table.ofRow(changed.build()).indexes().get(0).definition();
  }

  @Test
  void aRowKeepsTheEntitiesForWhichAnIndexHasFailed() {
    var definition = IndexDefinition.of("byAge", "Age").where("Kind eq 'Owl'").uniquely();
    var failed = table.with(index(4, definition)
        .failed(new Duplicate(new EntityKey("p ü", ""), new EntityKey("", "r'1"))));

    assertThat(Table.ofRow(failed.row())).isEqualTo(failed);
  }

  @Test
  void anIndexOfADroppedTableIsNotThatOfItsSuccessor() {
    catalog.add(table);
    var byAge = index(4, IndexDefinition.of("byAge", "Age"));
    assertThat(catalog.changeIndexes(table.with(byAge))).isNotNull();
    catalog.remove(table.with(byAge));
    catalog.add(successor);

    assertThat(catalog.changeIndexes(table.with(byAge.in(IndexState.READABLE)))).isNull();

    assertThat(catalog.indexesOf(3)).isEmpty();
    assertThat(catalog.indexesOf(5)).isEmpty();
    assertThat(catalog.isLive(byAge.id())).isFalse();
  }

  @Test
  void aChangeThatReachesTheRowOfTheSuccessorIsPassedOver() {
    var late = table.with(index(4, IndexDefinition.of("byAge", "Age"))).storeIndexes(0);

    assertThat(merged(successor, late)).isEqualTo(successor);
  }

  @Test
  void aChangeOfIndexesTakesTheRoomOfTheListBefore() {
    var byAge = index(4, IndexDefinition.of("byAge", "Age"));
    var byName = index(6, IndexDefinition.of("byName", "Name"));
    var both = table.with(byName).with(byAge);

    var one = merged(both, both.without(byAge.definition().name()).storeIndexes(2));

    assertThat(one).isEqualTo(table.with(byName));
    assertThat(((Write.Update) table.storeIndexes(2)).entity().toMap())
        .containsOnlyKeys("Index3_0", "Index3_1");
  }

  /** Returns the table of a row after a merge. */
  private static Table merged(Table stored, Write merge) {
    return Table.ofRow(((Write.Update) merge).entity().mergedOver(stored.row()));
  }

  @Test
  void aRemovedIndexIsDeadAndItsNumberStaysReserved() {
    catalog.add(table);
    var byAge = index(9, IndexDefinition.of("byAge", "Age"));
    var byName = index(8, IndexDefinition.of("byName", "Name"));
    catalog.changeIndexes(table.with(byAge).with(byName));

    catalog.changeIndexes(table.with(byName));

    assertThat(catalog.isLive(byAge.id())).isFalse();
    assertThat(catalog.isLive(byName.id())).isTrue();
    assertThat(catalog.nextId()).isEqualTo(10);
  }
}
