package io.weir.engine.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccessPath;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import io.weir.api.index.SortProperty;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Poor scans get the declaration of an index, unless it exists. */
final class MissingIndexTest {

  private static final String KIND = "Kind eq 'Owl'";

  @Test
  void aPoorScanAtTheThresholdsIsNamed() {
    var advice =
        new Recorded().scanned(10, KIND, AccessPath.TABLE_SCAN, 1_000, 100).advice();

    assertThat(advice).singleElement().isInstanceOfSatisfying(MissingIndex.class, missing -> {
      assertThat(missing.answers()).isEqualTo(10);
      assertThat(missing.scanned()).isEqualTo(10_000);
      assertThat(missing.returned()).isEqualTo(1_000);
      assertThat(missing.commands()).containsExactly("weir index create Birds By_Kind Kind");
    });
  }

  @Test
  void fewAnswersAreNoEvidence() {
    assertThat(new Recorded().scanned(9, KIND, AccessPath.TABLE_SCAN, 2_000, 0).advice())
        .isEmpty();
  }

  @Test
  void fewRecordsOfASampleAreNoEvidence() {
    assertThat(new Recorded(64).scanned(4, KIND, AccessPath.TABLE_SCAN, 255, 1).advice())
        .as("256 answers of which 4 were recorded")
        .isEmpty();
    assertThat(new Recorded(64).scanned(5, KIND, AccessPath.TABLE_SCAN, 255, 1).advice())
        .hasSize(1);
  }

  @Test
  void fewEntitiesAreNoEvidence() {
    assertThat(new Recorded().scanned(11, KIND, AccessPath.TABLE_SCAN, 909, 0).advice())
        .as("9,999 entities")
        .isEmpty();
  }

  @Test
  void aScanThatReturnsMuchIsRight() {
    assertThat(
            new Recorded().scanned(10, KIND, AccessPath.TABLE_SCAN, 1_000, 101).advice())
        .isEmpty();
  }

  @Test
  void equalitiesComeBeforeOneRange() {
    assertThat(declared("Age gt 3 and Kind eq 'Owl' and Weight lt 2 and City eq 'P'"))
        .isEqualTo(IndexDefinition.of("By_City_Kind_Age", "City", "Kind", "Age"));
    assertThat(declared("Age gt 3")).isEqualTo(IndexDefinition.of("By_Age", "Age"));
  }

  @Test
  void theOrderComesAfterTheEqualities() {
    var query = Query.ALL.where(KIND + " and Weight gt 1").orderBy(SortProperty.descending("Age"));
    var recorded = new Recorded()
        .with(IndexDefinition.of("ByAge", List.of(SortProperty.descending("Age"))))
        .answered(10, query, new QueryReport(AccessPath.INDEX_RANGE, "ByAge", 1, 2_000, 1));

    assertThat(recorded.advice())
        .singleElement()
        .isInstanceOfSatisfying(
            MissingIndex.class,
            it -> assertThat(it.commands())
                .containsExactly("weir index create Birds By_Kind_Age Kind Age:desc"));
  }

  @Test
  void anOrderThatIsServedInEitherDirectionNeedsNoOther() {
    var query = Query.ALL.where(KIND).orderBy(SortProperty.descending("Age"));
    var report = new QueryReport(AccessPath.INDEX_RANGE, "ByAge", 1, 2_000, 1);
    var reversed = List.of(SortProperty.descending("Kind"), SortProperty.ascending("Age"));

    assertThat(new Recorded()
            .with(IndexDefinition.of("Both", reversed))
            .answered(10, query, report)
            .advice())
        .isEmpty();
    assertThat(new Recorded()
            .with(IndexDefinition.of("Sparse", reversed).sparsely())
            .answered(10, query, report)
            .advice())
        .as("a sparse index does not cover entities without Age")
        .hasSize(1);
  }

  @Test
  void aScanOfOnePartitionGetsAnIndexThatBeginsWithIt() {
    assertThat(inPartition(513)).satisfies(missing -> {
      assertThat(missing.commands())
          .containsExactly("weir index create Birds By_PartitionKey_Kind PartitionKey Kind");
      assertThat(missing.action()).contains("uses it by itself").doesNotContain("x-weir-index");
      assertThat(missing.pattern()).isEqualTo("intra-partition-index");
    });
  }

  @Test
  void aScanOfASmallPartitionNeedsAHint() {
    assertThat(inPartition(512)).satisfies(missing -> {
      assertThat(missing.action()).contains("force it: in the header x-weir-index");
      assertThat(missing.pattern()).isEqualTo("intra-partition-index");
    });
  }

  private static Advice inPartition(long scanned) {
    var advice = new Recorded()
        .scanned(20, "PartitionKey eq 'p' and " + KIND, AccessPath.PARTITION_SCAN, scanned, 1)
        .advice();
    assertThat(advice).hasSize(1);
    return advice.get(0);
  }

  @Test
  void anIndexThatExistsOrIsBeingFilledIsNotAdvised() {
    var filter = KIND + " and Age gt 3";
    assertThat(missingWith(IndexDefinition.of("I", "Kind", "Age"), IndexState.READABLE, filter))
        .isFalse();
    assertThat(missingWith(IndexDefinition.of("I", "Kind", "Age"), IndexState.BACKFILLING, filter))
        .isFalse();
    var more = "City eq 'P' and " + filter;
    assertThat(
            missingWith(IndexDefinition.of("I", "Kind", "City", "Age"), IndexState.READABLE, more))
        .as("the order of equalities")
        .isFalse();
  }

  @Test
  void anEqualityAfterARangeDoesNotServe() {
    var filter = KIND + " and Age gt 3";
    assertThat(missingWith(IndexDefinition.of("I", "Age", "Kind"), IndexState.READABLE, filter))
        .isTrue();
  }

  @Test
  void equalitiesInAnyOrderServeAnOrder() {
    var query = Query.ALL
        .where("City eq 'P' and Kind eq 'Owl' and Age gt 1")
        .orderBy(SortProperty.descending("Age"));
    var report = new QueryReport(AccessPath.INDEX_RANGE, "ByAge", 1, 2_000, 1);

    assertThat(new Recorded()
            .with(IndexDefinition.of("I", "Kind", "City", "Age"))
            .answered(10, query, report)
            .advice())
        .isEmpty();
    assertThat(new Recorded()
            .with(IndexDefinition.of("I", "Kind", "Age", "City"))
            .answered(10, query, report)
            .advice())
        .hasSize(1);
  }

  @Test
  void anOrderOfOneOfSeveralValuesGetsNoIndexThatDoesNotGiveIt() {
    var query = Query.ALL
        .where("(Kind eq 'Owl' or Kind eq 'Gull') and Age gt 1")
        .orderBy(SortProperty.ascending("Age"));

    assertThat(new Recorded()
            .answered(10, query, new QueryReport(AccessPath.INDEX_RANGE, "ByAge", 1, 2_000, 1))
            .advice())
        .isEmpty();
  }

  @Test
  void aNameThatWouldNeedQuotesIsNotAdvised() {
    var query = Query.ALL.where(KIND).orderBy(SortProperty.ascending("Age; reboot"));

    assertThat(new Recorded()
            .answered(10, query, new QueryReport(AccessPath.INDEX_RANGE, "I", 1, 2_000, 1))
            .advice())
        .isEmpty();
  }

  @Test
  void anIndexThatCannotServeIsNoReasonForSilence() {
    var filter = KIND + " and Age gt 3";
    assertThat(missingWith(IndexDefinition.of("I", "Kind", "Age"), IndexState.FAILED, filter))
        .isTrue();
    assertThat(missingWith(IndexDefinition.of("I", "Kind"), IndexState.READABLE, filter))
        .isTrue();
    assertThat(missingWith(
            IndexDefinition.of("I", "Kind", "Age").where("City eq 'P'"),
            IndexState.READABLE,
            filter))
        .isTrue();
    assertThat(missingWith(
            IndexDefinition.of("I", "Kind", "Age", "City").sparsely(), IndexState.READABLE, filter))
        .as("City may be absent")
        .isTrue();
    assertThat(missingWith(
            IndexDefinition.of("I", "Kind", "Age", "City"), IndexState.READABLE, filter))
        .as("an entity without City is in the index")
        .isFalse();
  }

  @Test
  void theAdviceSaysWhyDeclaredIndexesDoNotServe() {
    var recorded = new Recorded()
        .with(IndexDefinition.of("Sparse", "Kind", "City").sparsely())
        .with(IndexDefinition.of("Partial", "Kind").where("City eq 'P'"))
        .with(IndexDefinition.of("Other", "City"))
        .scanned(10, KIND, AccessPath.TABLE_SCAN, 2_000, 1);

    assertThat(recorded.advice()).singleElement().satisfies(missing -> {
      assertThat(missing.finding()).endsWith("do not serve them: Partial=partial, Sparse=sparse.");
      assertThat(missing.evidence())
          .contains(Evidence.of("declared", "Partial=partial,Sparse=sparse"));
    });
  }

  @Test
  void aNameThatIsTakenGetsANumber() {
    var recorded = new Recorded()
        .with(IndexDefinition.of("By_Kind", "Other"))
        .scanned(10, KIND, AccessPath.TABLE_SCAN, 2_000, 1);

    assertThat(recorded.advice())
        .singleElement()
        .satisfies(missing -> assertThat(missing.commands())
            .containsExactly("weir index create Birds By_Kind2 Kind"));
  }

  @Test
  void whatNoIndexServesIsNotAdvised() {
    assertThat(new Recorded()
            .scanned(10, "Kind ne 'Owl'", AccessPath.TABLE_SCAN, 2_000, 1)
            .scanned(10, "contains(Name,'x')", AccessPath.TABLE_SCAN, 2_000, 1)
            .scanned(10, KIND, AccessPath.INDEX_LOOKUP, 2_000, 1)
            .scanned(10, "PartitionKey eq 'p'", AccessPath.PARTITION_SCAN, 2_000, 1)
            .scanned(10, "RowKey eq 'r'", AccessPath.TABLE_SCAN, 2_000, 1)
            .advice())
        .isEmpty();
  }

  @Test
  void nineEqualitiesAreTooManyAndEightAreNot() {
    var eight =
        "A eq 1 and B eq 1 and C eq 1 and D eq 1 and E eq 1 and F eq 1 and G eq 1 and H eq 1";

    assertThat(declared(eight).properties()).hasSize(8);
    assertThat(new Recorded()
            .scanned(10, eight + " and I eq 1", AccessPath.TABLE_SCAN, 2_000, 1)
            .advice())
        .isEmpty();
  }

  private static IndexDefinition declared(String filter) {
    var advice =
        new Recorded().scanned(10, filter, AccessPath.TABLE_SCAN, 2_000, 1).advice();
    assertThat(advice).hasSize(1);
    return ((MissingIndex) advice.get(0)).definition();
  }

  private static boolean missingWith(IndexDefinition definition, IndexState state, String filter) {
    return new Recorded()
            .with(definition, state)
            .scanned(10, filter, AccessPath.TABLE_SCAN, 2_000, 1)
            .advice()
            .stream()
            .anyMatch(MissingIndex.class::isInstance);
  }
}
