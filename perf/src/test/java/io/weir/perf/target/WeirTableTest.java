package io.weir.perf.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.index.SortProperty;
import io.weir.perf.workload.DataRow;
import io.weir.perf.workload.DrawnOperation;
import io.weir.perf.workload.IndexedProperties;
import io.weir.perf.workload.Operation;
import io.weir.perf.workload.Population;
import io.weir.perf.workload.RowSize;
import io.weir.testkit.CoreTables;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** The requests for joint commits and indexes, on a service in memory. */
final class WeirTableTest {

  private static final Population ROWS = new Population(400, 4, RowSize.INDEXED5);
  private static final TableName NAME = new TableName(ROWS.name());

  private final ModelTableService model = new ModelTableService();
  private final List<Query> asked = new ArrayList<>();
  private final TableWork work = new TableWork(new WeirTable(new Listening(), NAME), ROWS);

  @BeforeEach
  void load() {
    model.createTable(NAME).block();
    IndexedProperties.indexes(2).forEach(each -> model.createIndex(NAME, each).block());
    TableLoader.byBatches(new WeirTable(model, NAME), ROWS).block();
  }

  @Test
  void aJointCommitStoresItsRowsWithOneTimestamp() {
    var table = new WeirTable(model, NAME);
    new TableWork(table, ROWS)
        .carryOut(new DrawnOperation(Operation.JOINT, 7, 2, 3))
        .block();

    var first = model.get(NAME, ROWS.key(7)).block();
    var second = model.get(NAME, ROWS.key(8)).block();
    assertThat(first.toMap()).isEqualTo(ROWS.row(7, 3).entity().toMap());
    assertThat(second.toMap()).isEqualTo(ROWS.row(8, 3).entity().toMap());
    assertThat(second.timestamp()).isEqualTo(first.timestamp());
  }

  @Test
  void incrementsAddOneToTheNumberOfTheirRow() {
    var rows = new Population(20, 2, RowSize.NUMBERED);
    var name = new TableName(rows.name());
    model.createTable(name).block();
    var table = new WeirTable(model, name);
    TableLoader.byBatches(table, rows).block();

    var ofRows = new TableWork(table, rows);
    ofRows.carryOut(new DrawnOperation(Operation.INCREMENT, 7, 1, 3)).block();

    var changed = model.get(name, rows.key(7)).block();
    assertThat(changed.getInt64(DataRow.NUMBER)).contains(8L);
    assertThat(ofRows.carryOut(new DrawnOperation(Operation.SUM, 0, 20, 0)).block())
        .isEqualTo(20);
  }

  @Test
  void anEqualityFindsTheRowsOfItsGroup() {
    assertThat(work.carryOut(new DrawnOperation(Operation.INDEX_EQ, 20, 10, 0)).block())
        .isEqualTo(10);
  }

  @Test
  void aRangeAsksForTwoPropertiesInTheOrderOfTheRank() {
    var found =
        work.carryOut(new DrawnOperation(Operation.INDEX_RANGE, 50, 300, 0)).block();

    assertThat(found).isEqualTo(300);
    assertThat(asked).singleElement().satisfies(query -> {
      var rank = DataRow.name(IndexedProperties.RANK);
      assertThat(query.order()).containsExactly(SortProperty.ascending(rank));
      assertThat(query).isEqualTo(query.select(DataRow.name(0), rank));
    });
  }

  /** The model with a record of the pages that are asked for. */
  private final class Listening extends CoreTables {

    Listening() {
      super(model);
    }

    @Override
    public Mono<Page<Entity>> page(TableName table, Query query) {
      asked.add(query);
      return super.page(table, query);
    }
  }
}
