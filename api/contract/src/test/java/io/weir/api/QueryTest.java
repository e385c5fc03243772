package io.weir.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.FilterParser;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class QueryTest {

  @Test
  void refiningAQueryKeepsItsOtherParts() {
    var place = Continuation.after(new EntityKey("p", "r"), Direction.DESCENDING);

    var query = Query.ALL.where("Age gt 30").select("Age").top(10).descending().from(place);

    assertThat(query)
        .isEqualTo(new Query(
            FilterParser.parse("Age gt 30"), Selection.of("Age"), 10, Direction.DESCENDING, place));
    assertThat(query.from(null).from()).isNull();
  }

  @Test
  void topMayBeZeroButNotNegative() {
    assertThat(Query.ALL.top(0).top()).isZero();
    assertRefused(() -> Query.ALL.top(-1));
  }

  @Test
  void aContinuationOfAnotherDirectionIsRefused() {
    var ascending = Continuation.at(new EntityKey("p", "r"), Direction.ASCENDING);

    assertRefused(() -> Query.ALL.descending().from(ascending));
    assertRefused(() -> Query.ALL.from(ascending).descending());
  }

  @Test
  void invalidFilterTextIsRefused() {
    assertRefused(() -> Query.ALL.where("Age >"));
  }

  private static void assertRefused(ThrowingCallable attempt) {
    assertThat(catchThrowableOfType(InvalidRequestException.class, attempt).code())
        .isEqualTo(ErrorCode.INVALID_INPUT);
  }
}
