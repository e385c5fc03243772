package io.weir.api.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.edm.EdmInt32;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterParser;
import io.weir.api.filter.Operator;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** The limits of a search. */
class SearchRequestTest {

  @Test
  void aFilterThatIsTakenCanBeAskedWithTheKeyOfAnEntity() {
    var longest = SearchRequest.of("owl").where(comparisons(FilterParser.MAX_COMPARISONS - 2));

    assertThat(
            Query.ALL.where(longest.filterAt(new EntityKey("p", "r"))).filter().operands())
        .hasSize(3);
  }

  @Test
  void aFilterThatIsTooLongWithTheKeyOfAnEntityIsRefused() {
    var tooLong = comparisons(FilterParser.MAX_COMPARISONS - 1);

    assertThatThrownBy(() -> SearchRequest.of("owl").where(tooLong))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("comparisonLimit");
  }

  private static Filter comparisons(int number) {
    return new Filter.Or(
        Collections.nCopies(number, new Filter.Comparison("N", Operator.EQUAL, new EdmInt32(1))));
  }

  @Test
  void aTextOfOtherLengthsIsRefused() {
    assertThat(SearchRequest.of("x".repeat(SearchRequest.MOST_UNITS)).text()).isNotEmpty();
    assertThatThrownBy(() -> SearchRequest.of("x".repeat(SearchRequest.MOST_UNITS + 1)))
        .hasMessageContaining("tooLong");
    assertThatThrownBy(() -> SearchRequest.of(" ")).hasMessageContaining("blank");
  }
}
