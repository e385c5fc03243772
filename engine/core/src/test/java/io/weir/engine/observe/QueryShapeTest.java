package io.weir.engine.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccessPath;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.index.SortProperty;
import java.util.List;
import org.junit.jupiter.api.Test;

final class QueryShapeTest {

  @Test
  void aPropertyIsEqualRangedOrOther() {
    var shape = shape("Kind eq 'Owl' and Age gt 3 and not (Name eq 'x') and startswith(City,'P')");

    assertThat(shape.equal()).containsExactly("Kind");
    assertThat(shape.ranged()).containsExactly("Age", "City");
    assertThat(shape.others()).containsExactly("Name");
  }

  @Test
  void severalValuesOfOnePropertyAreAnEquality() {
    assertThat(shape("(Kind eq 'Owl' or Kind eq 'Gull') and Age lt 3").equal())
        .containsExactly("Kind");
    assertThat(shape("(Kind eq 'Owl' or Name eq 'Gull') and Age lt 3").others())
        .containsExactly("Kind", "Name");
  }

  @Test
  void whatNoIndexBoundsIsOther() {
    assertThat(shape("Kind ne 'Owl' and contains(Name,'x') and startswith(tolower(City),'p')"))
        .returns(List.of("City", "Kind", "Name"), QueryShape::others)
        .returns(List.of(), QueryShape::ranged);
  }

  @Test
  void keysAndTheTimestampAreNotListed() {
    var shape = shape(
        "PartitionKey eq 'p' and RowKey gt 'r' and Timestamp gt datetime'2030-01-01T00:00:00Z'");

    assertThat(shape.equal()).isEmpty();
    assertThat(shape.ranged()).isEmpty();
    assertThat(shape.others()).isEmpty();
  }

  @Test
  void valuesDoNotChangeTheShape() {
    assertThat(shape("Kind eq 'Owl' and Age gt 3")).isEqualTo(shape("Age gt 4 and Kind eq 'Gull'"));
    assertThat(shape("Kind eq 'Owl'").toString()).doesNotContain("Owl");
  }

  @Test
  void theOrderBelongsToTheShape() {
    var ordered = QueryShape.of(
        1,
        Query.ALL.where("Kind eq 'Owl'").orderBy(SortProperty.descending("Age")),
        new QueryReport(AccessPath.INDEX_RANGE, "ByAge", 1, 10, 1));

    assertThat(ordered.order()).containsExactly(SortProperty.descending("Age"));
    assertThat(ordered.index()).isEqualTo("ByAge");
  }

  @Test
  void severalValuesGiveNoOrder() {
    var ordered = QueryShape.of(
        1,
        Query.ALL
            .where("(Kind eq 'Owl' or Kind eq 'Gull') and City eq 'P'")
            .orderBy(SortProperty.ascending("Age")),
        new QueryReport(AccessPath.INDEX_RANGE, "ByAge", 1, 10, 1));

    assertThat(ordered.equal()).containsExactly("City");
    assertThat(ordered.ranged()).containsExactly("Kind");
  }

  private static QueryShape shape(String filter) {
    return QueryShape.of(
        1, Query.ALL.where(filter), new QueryReport(AccessPath.TABLE_SCAN, 1, 10, 1));
  }
}
