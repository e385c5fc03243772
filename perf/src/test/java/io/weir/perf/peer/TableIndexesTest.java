package io.weir.perf.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.error.TableServiceException;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import io.weir.api.index.IndexStatus;
import io.weir.perf.workload.IndexedProperties;
import io.weir.testkit.CoreTables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/**
 * Indexes are declared one after another, and a table is used only when all of them are readable.
 */
final class TableIndexesTest {

  private static final TableName TABLE = new TableName("Measured");

  @Test
  void waitsUntilAllIndexesAreReadable() {
    var backfilling = new Backfilling(2);

    StepVerifier.withVirtualTime(
            () -> TableIndexes.create(backfilling, TABLE, IndexedProperties.indexes(2)))
        .expectSubscription()
        .thenAwait(Duration.ofSeconds(1))
        .verifyComplete();

    assertThat(backfilling.declared).isEqualTo(IndexedProperties.indexes(2));
    assertThat(backfilling.polls).isEqualTo(3);
  }

  @Test
  void asksNothingOfAServiceIfThereIsNoIndex() {
    TableIndexes.create(new ModelTableService(), TABLE, List.of()).block();
  }

  @Test
  void failsIfTheServiceHasNoIndexes() {
    assertThatThrownBy(
            () -> TableIndexes.create(new ModelTableService(), TABLE, IndexedProperties.indexes(1))
                .block())
        .isInstanceOf(TableServiceException.class);
  }

  /** A service whose last index is backfilling for some polls. */
  private static final class Backfilling extends CoreTables {

    private final List<IndexDefinition> declared = new ArrayList<>();
    private final int unreadable;
    private int polls;

    Backfilling(int unreadable) {
      super(new ModelTableService());
      this.unreadable = unreadable;
    }

    @Override
    public Mono<Void> createIndex(TableName table, IndexDefinition definition) {
      return Mono.fromRunnable(() -> declared.add(definition));
    }

    @Override
    public Mono<List<IndexStatus>> indexes(TableName table) {
      return Mono.fromSupplier(() -> {
        polls++;
        return List.of(
            status(declared.get(0), IndexState.READABLE),
            status(
                declared.get(1),
                polls > unreadable ? IndexState.READABLE : IndexState.BACKFILLING));
      });
    }

    private static IndexStatus status(IndexDefinition definition, IndexState state) {
      return new IndexStatus(definition, state, 1, 0, 0);
    }
  }
}
