package io.weir.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccessPath;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexHint;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexState;
import io.weir.api.index.IndexStatus;
import io.weir.api.index.SortProperty;
import io.weir.api.index.UnusedIndex;
import io.weir.api.index.UnusedIndex.Reason;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnusedIndexesTest {

  private static final IndexDefinition BY_NAME_AND_AGE =
      IndexDefinition.of("both", List.of(up("LastName"), SortProperty.descending("Age")));

  @Test
  void aSparseIndexLacksEntitiesWithoutAPropertyThatTheFilterDoesNotCompare() {
    var sparse = BY_NAME_AND_AGE.sparsely();

    assertThat(why(sparse, "LastName eq 'Cole'"))
        .isEqualTo(new UnusedIndex(new IndexName("both"), Reason.SPARSE, "Age"));
    assertThat(why(sparse, "LastName eq 'Cole'").text()).contains("without Age");
    assertThat(why(sparse, "LastName eq 'Cole' and Age ge 0").reason()).isEqualTo(Reason.COST);
    assertThat(why(BY_NAME_AND_AGE, "LastName eq 'Cole'").reason()).isEqualTo(Reason.COST);
  }

  @Test
  void theFirstPropertyMustBeBoundedAlsoInAlternatives() {
    var first = new UnusedIndex(new IndexName("both"), Reason.FIRST_PROPERTY, "LastName");

    assertThat(why(BY_NAME_AND_AGE, "true")).isEqualTo(first);
    assertThat(why(BY_NAME_AND_AGE, "Age eq 3")).isEqualTo(first);
    assertThat(why(BY_NAME_AND_AGE.sparsely(), "Age eq 3")).isEqualTo(first);
    assertThat(why(BY_NAME_AND_AGE, "not (LastName eq 'a')")).isEqualTo(first);
    assertThat(why(BY_NAME_AND_AGE, "LastName eq 'a' or City eq 'b'")).isEqualTo(first);
    assertThat(why(BY_NAME_AND_AGE, "LastName eq 'a' or LastName eq 'b' and Age eq 1")
            .reason())
        .isEqualTo(Reason.COST);
    assertThat(UnusedIndexes.of(
            Query.ALL.where("LastName eq 'a' or City eq 'b'"),
            List.of(
                status(BY_NAME_AND_AGE, IndexState.READABLE),
                status(IndexDefinition.of("byCity", "City"), IndexState.READABLE)),
            new QueryReport(AccessPath.TABLE_SCAN, 1, 100, 1)))
        .extracting(UnusedIndex::reason)
        .containsExactly(Reason.COST, Reason.COST);
  }

  @Test
  void aPartialIndexNeedsItsCondition() {
    var owls = IndexDefinition.of("owls", "Age").where("Kind eq 'Owl'");

    assertThat(why(owls, "Age eq 3").reason()).isEqualTo(Reason.PARTIAL);
    assertThat(why(owls, "Age eq 3 and Kind eq 'Owl'").reason()).isEqualTo(Reason.COST);
  }

  @Test
  void theHintTheStateAndTheOrderAreReasons() {
    var query = Query.ALL.where("LastName eq 'Cole'");

    assertThat(why(BY_NAME_AND_AGE, IndexState.READABLE, query.hint(IndexHint.NONE)))
        .isEqualTo(Reason.FORBIDDEN);
    assertThat(why(
            BY_NAME_AND_AGE,
            IndexState.READABLE,
            query.hint(IndexHint.force(new IndexName("other")))))
        .isEqualTo(Reason.FORBIDDEN);
    assertThat(why(BY_NAME_AND_AGE, IndexState.BACKFILLING, query)).isEqualTo(Reason.BACKFILLING);
    assertThat(why(BY_NAME_AND_AGE, IndexState.FAILED, query)).isEqualTo(Reason.FAILED);
    assertThat(why(BY_NAME_AND_AGE, IndexState.READABLE, query.orderBy(up("City"))))
        .isEqualTo(Reason.ORDER);
    assertThat(why(BY_NAME_AND_AGE, IndexState.READABLE, query.orderBy(up("Age"))))
        .isEqualTo(Reason.COST);
    assertThat(why(BY_NAME_AND_AGE.sparsely(), IndexState.READABLE, query.orderBy(up("Age"))))
        .isEqualTo(Reason.SPARSE);
  }

  @Test
  void usedIndexesHaveNoReasonAndEachReasonHasWords() {
    var declared = List.of(
        status(BY_NAME_AND_AGE, IndexState.READABLE),
        status(IndexDefinition.of("byAge", "Age"), IndexState.READABLE),
        status(IndexDefinition.of("byCity", "City"), IndexState.READABLE));
    var report = new QueryReport(AccessPath.INDEX_UNION, "both,byAge", 2, 3, 1);

    assertThat(UnusedIndexes.of(Query.ALL.where("Age eq 3"), declared, report))
        .extracting(unused -> unused.index().value())
        .containsExactly("byCity");
    assertThat(Arrays.stream(Reason.values())
            .map(reason -> new UnusedIndex(new IndexName("i"), reason, "Age").text()))
        .doesNotHaveDuplicates()
        .noneMatch(String::isBlank);
  }

  private static UnusedIndex why(IndexDefinition definition, String filter) {
    return UnusedIndexes.of(
            Query.ALL.where(filter),
            List.of(status(definition, IndexState.READABLE)),
            new QueryReport(AccessPath.TABLE_SCAN, 1, 100, 1))
        .get(0);
  }

  private static Reason why(IndexDefinition definition, IndexState state, Query query) {
    return UnusedIndexes.of(
            query,
            List.of(status(definition, state)),
            new QueryReport(AccessPath.TABLE_SCAN, 1, 100, 1))
        .get(0)
        .reason();
  }

  private static IndexStatus status(IndexDefinition definition, IndexState state) {
    return new IndexStatus(definition, state, 1, 0, 0);
  }

  private static SortProperty up(String name) {
    return SortProperty.ascending(name);
  }
}
