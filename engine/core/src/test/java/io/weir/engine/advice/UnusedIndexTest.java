package io.weir.engine.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccessPath;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** An index that many queries have passed by for a long time is named. */
final class UnusedIndexTest {

  private static final IndexDefinition BY_AGE = IndexDefinition.of("ByAge", "Age");

  @Test
  void anIndexThatNoQueryHasUsedIsNamed() {
    assertThat(passedBy(1_000, Duration.ofHours(1)).advice()).singleElement().satisfies(advice -> {
      assertThat(advice.kind()).isEqualTo(AdviceKind.UNUSED_INDEX);
      assertThat(advice.commands()).containsExactly("weir index drop Birds ByAge");
    });
  }

  @Test
  void fewQueriesAreNoEvidence() {
    assertThat(passedBy(999, Duration.ofHours(1)).advice()).isEmpty();
  }

  @Test
  void aShortTimeIsNoEvidence() {
    assertThat(passedBy(1_000, Duration.ofHours(1).minusNanos(1)).advice()).isEmpty();
  }

  @Test
  void oneUseIsEnough() {
    var use = new QueryReport(AccessPath.INDEX_LOOKUP, "Other,ByAge", 1, 1, 1);
    assertThat(passedBy(1_000, Duration.ofHours(1))
            .answered(1, Query.ALL.where("Age eq 1"), use)
            .advice())
        .isEmpty();
  }

  @Test
  void aUniqueIndexHasAnotherUse() {
    assertThat(new Recorded()
            .with(BY_AGE.uniquely())
            .scanned(1_000, "PartitionKey eq 'p'", AccessPath.PARTITION_SCAN, 1, 1)
            .after(Duration.ofHours(1))
            .advice())
        .isEmpty();
  }

  @Test
  void anIndexThatIsBeingFilledCannotBeUsed() {
    assertThat(new Recorded()
            .with(BY_AGE, IndexState.BACKFILLING)
            .scanned(1_000, "PartitionKey eq 'p'", AccessPath.PARTITION_SCAN, 1, 1)
            .after(Duration.ofHours(1))
            .advice())
        .isEmpty();
  }

  private static Recorded passedBy(int queries, Duration time) {
    return new Recorded()
        .with(BY_AGE)
        .scanned(queries, "PartitionKey eq 'p'", AccessPath.PARTITION_SCAN, 1, 1)
        .after(time);
  }
}
