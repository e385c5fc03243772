package io.weir.api.contract;

import static io.weir.api.contract.Entities.keysOf;
import static io.weir.api.contract.Entities.numbered;
import static io.weir.api.contract.Entities.rowsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccessPath;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.StreamItem;
import io.weir.api.entity.Entity;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Cases for plans: a query reads only what its filter requires, and reports it.
 *
 * <p>Every scenario uses one table: states AL, CA, NY and TX, each with strikes 0000 to 0029 that
 * contain their numbers. Every implementation must return the right answer. An implementation that
 * reports access paths must have used the right one.
 */
public interface PlanContract extends Door {

  @Test
  default void bothKeysMakeAPointRead() {
    assertAnswer("PartitionKey eq 'NY' and RowKey eq '0007'")
        .isGiven(AccessPath.POINT, 1, 1, "NY/0007");
  }

  @Test
  default void aPointReadOfAnAbsentEntityReadsNothing() {
    assertAnswer("PartitionKey eq 'NY' and RowKey eq '00070'").isGiven(AccessPath.POINT, 1, 0);
    assertAnswer("PartitionKey eq 'NZ' and RowKey eq '0007'").isGiven(AccessPath.POINT, 1, 0);
  }

  @Test
  default void aPointReadWithOtherConditionsRemainsAPointRead() {
    assertAnswer("Number eq 7 and PartitionKey eq 'NY' and RowKey eq '0007'")
        .isGiven(AccessPath.POINT, 1, 1, "NY/0007");
    assertAnswer("PartitionKey eq 'NY' and RowKey eq '0007' and Number eq 8")
        .isGiven(AccessPath.POINT, 1, 1);
  }

  @Test
  default void anAlternativeOfRowKeysMakesPointReads() {
    assertAnswer(
            "PartitionKey eq 'NY' and (RowKey eq '0021' or RowKey eq '0003' or RowKey eq 'absent')")
        .isGiven(AccessPath.MULTI_POINT, 3, 2, "NY/0003", "NY/0021");
  }

  @Test
  default void anAlternativeOfEntitiesMakesPointReads() {
    assertAnswer(
            "PartitionKey eq 'TX' and RowKey eq '0001' or PartitionKey eq 'CA' and RowKey eq '0002'")
        .isGiven(AccessPath.MULTI_POINT, 2, 2, "CA/0002", "TX/0001");
  }

  @Test
  default void anAlternativeOfPartitionsAndOfRowKeysMakesPointReads() {
    assertAnswer(
            "(PartitionKey eq 'TX' or PartitionKey eq 'CA') and (RowKey eq '0001' or RowKey eq '0002')")
        .isGiven(AccessPath.MULTI_POINT, 4, 4, "CA/0001", "CA/0002", "TX/0001", "TX/0002");
  }

  @Test
  default void theSameEntityTwiceMakesOnePointRead() {
    assertAnswer("PartitionKey eq 'NY' and (RowKey eq '0007' or RowKey eq '0007')")
        .isGiven(AccessPath.POINT, 1, 1, "NY/0007");
  }

  @Test
  default void aHundredRowKeysMakeAHundredPointReads() {
    var everyThird =
        Stream.iterate(0, i -> i < 300, i -> i + 3).map(Entities::number).toList();
    var filter = String.join(
        " or ", everyThird.stream().map(key -> "RowKey eq '" + key + "'").toList());

    assertAnswer("PartitionKey eq 'NY' and (" + filter + ")")
        .isGiven(
            AccessPath.MULTI_POINT,
            100,
            10,
            everyThird.stream().limit(10).map(key -> "NY/" + key).toArray(String[]::new));
  }

  @Test
  default void boundsOfTheRowKeyMakeARowRange() {
    assertAnswer("PartitionKey eq 'NY' and RowKey ge '0010' and RowKey lt '0013'")
        .isGiven(AccessPath.ROW_RANGE, 1, 3, "NY/0010", "NY/0011", "NY/0012");
    assertAnswer("PartitionKey eq 'NY' and RowKey gt '0010' and RowKey le '0013'")
        .isGiven(AccessPath.ROW_RANGE, 1, 3, "NY/0011", "NY/0012", "NY/0013");
  }

  @Test
  default void aPrefixOfTheRowKeyMakesARowRange() {
    assertAnswer("PartitionKey eq 'NY' and startswith(RowKey,'002') and Number ge 28")
        .isGiven(AccessPath.ROW_RANGE, 1, 10, "NY/0028", "NY/0029");
    assertAnswer("PartitionKey eq 'NY' and not startswith(RowKey,'001') and endswith(RowKey,'5')")
        .isGiven(AccessPath.ROW_RANGE, 2, 20, "NY/0005", "NY/0025");
  }

  @Test
  default void aPrefixOfThePartitionKeyMakesAPartitionRange() {
    assertAnswer("startswith(PartitionKey,'N') and RowKey eq '0005'")
        .isGiven(AccessPath.PARTITION_RANGE, 1, 30, "NY/0005");
  }

  @Test
  default void anotherFunctionOfAKeyMakesAScan() {
    assertAnswer("PartitionKey eq 'NY' and endswith(RowKey,'07')")
        .isGiven(AccessPath.PARTITION_SCAN, 1, 30, "NY/0007");
    assertAnswer("startswith(tolower(PartitionKey),'n') and Number eq 7")
        .isGiven(AccessPath.TABLE_SCAN, 1, 120, "NY/0007");
  }

  @Test
  default void oneBoundOfTheRowKeyMakesARowRange() {
    assertAnswer("PartitionKey eq 'NY' and RowKey gt '0027'")
        .isGiven(AccessPath.ROW_RANGE, 1, 2, "NY/0028", "NY/0029");
    assertAnswer("PartitionKey eq 'NY' and RowKey lt '0002'")
        .isGiven(AccessPath.ROW_RANGE, 1, 2, "NY/0000", "NY/0001");
  }

  @Test
  default void otherConditionsDoNotWidenARowRange() {
    assertAnswer("PartitionKey eq 'NY' and RowKey ge '0010' and RowKey lt '0013' and Number ne 11")
        .isGiven(AccessPath.ROW_RANGE, 1, 3, "NY/0010", "NY/0012");
  }

  @Test
  default void anAlternativeOfBoundsMakesSeveralRowRanges() {
    assertAnswer("PartitionKey eq 'NY' and (RowKey lt '0002' or RowKey ge '0028')")
        .isGiven(AccessPath.ROW_RANGE, 2, 4, "NY/0000", "NY/0001", "NY/0028", "NY/0029");
  }

  @Test
  default void overlappingRowRangesAreReadOnce() {
    assertAnswer("PartitionKey eq 'NY' and (RowKey lt '0002' or RowKey lt '0003')")
        .isGiven(AccessPath.ROW_RANGE, 1, 3, "NY/0000", "NY/0001", "NY/0002");
  }

  @Test
  default void aPartitionKeyAloneMakesAPartitionScan() {
    assertAnswer("PartitionKey eq 'NY' and Number ge 28")
        .isGiven(AccessPath.PARTITION_SCAN, 1, 30, "NY/0028", "NY/0029");
  }

  @Test
  default void anAlternativeOfPartitionKeysMakesPartitionScans() {
    assertAnswer("(PartitionKey eq 'TX' or PartitionKey eq 'AL') and Number eq 5")
        .isGiven(AccessPath.PARTITION_SCAN, 2, 60, "AL/0005", "TX/0005");
  }

  @Test
  default void boundsOfThePartitionKeyMakeAPartitionRange() {
    assertAnswer("PartitionKey ge 'CA' and PartitionKey lt 'TX' and Number eq 5")
        .isGiven(AccessPath.PARTITION_RANGE, 1, 60, "CA/0005", "NY/0005");
    assertAnswer("PartitionKey gt 'NY' and Number eq 5")
        .isGiven(AccessPath.PARTITION_RANGE, 1, 30, "TX/0005");
  }

  @Test
  default void aRowKeyAloneMakesATableScan() {
    assertAnswer("RowKey eq '0007'")
        .isGiven(AccessPath.TABLE_SCAN, 1, 120, "AL/0007", "CA/0007", "NY/0007", "TX/0007");
  }

  @Test
  default void aPropertyAloneMakesATableScan() {
    assertAnswer("Number lt 1")
        .isGiven(AccessPath.TABLE_SCAN, 1, 120, "AL/0000", "CA/0000", "NY/0000", "TX/0000");
  }

  @Test
  default void anAlternativeToAKeyMakesATableScan() {
    assertAnswer("PartitionKey eq 'NY' and RowKey eq '0007' or Number eq 5")
        .isGiven(
            AccessPath.TABLE_SCAN, 1, 120, "AL/0005", "CA/0005", "NY/0005", "NY/0007", "TX/0005");
  }

  @Test
  default void aFilterThatMatchesNothingReadsNothing() {
    assertAnswer("false").isGiven(AccessPath.NONE, 0, 0);
    assertAnswer("PartitionKey eq 'NY' and PartitionKey eq 'TX'").isGiven(AccessPath.NONE, 0, 0);
    assertAnswer("PartitionKey eq 'NY' and RowKey gt '0005' and RowKey lt '0005'")
        .isGiven(AccessPath.NONE, 0, 0);
    assertAnswer("PartitionKey eq 'NY' and PartitionKey eq 1").isGiven(AccessPath.NONE, 0, 0);
  }

  private Answer assertAnswer(String filter) {
    var strikes = Table.in(this);
    strikes.load(Stream.of("TX", "AL", "NY", "CA").flatMap(state -> numbered(state, 30)));

    midScenario();

    return new Answer(strikes, Query.ALL.where(filter), reportsAccessPaths(), walksBackwards());
  }

  /** The answer to a query, as a page, in descending order, and as a stream. */
  record Answer(Table table, Query query, boolean isReported, boolean hasBackwards) {

    /**
     * Asserts that page, descending page and stream hold these entities and have scanned this many.
     */
    void isGiven(AccessPath path, int ranges, long scanned, String... keys) {
      var expected = new QueryReport(path, ranges, scanned, keys.length);
      var forwards = table.page(query);
      var backwards = hasBackwards ? table.page(query.descending()) : reversed(forwards);
      var items = table.items(query);

      assertThat(keysOf(forwards.items())).containsExactly(keys);
      assertThat(keysOf(backwards.items())).containsExactlyElementsOf(reversed(List.of(keys)));
      assertThat(rowsOf(items)).containsExactly(keys);
      assertThat(forwards.items()).extracting(Entity::key).isSorted();
      if (isReported) {
        assertThat(forwards.report()).isEqualTo(expected);
        assertThat(backwards.report()).isEqualTo(expected);
        assertThat(items.get(items.size() - 1)).isEqualTo(new StreamItem.End(expected));
      }
    }

    private static Page<Entity> reversed(Page<Entity> page) {
      return new Page<>(reversed(page.items()), page.next(), page.report());
    }

    private static <T> List<T> reversed(List<T> items) {
      return Stream.iterate(items.size() - 1, i -> i >= 0, i -> i - 1)
          .map(items::get)
          .toList();
    }
  }
}
