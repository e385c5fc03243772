package io.weir.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.api.edm.EdmBinary;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.FilterParser;
import io.weir.api.index.IndexHint;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexPosition;
import io.weir.api.index.SortProperty;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class QueryTest {

  @Test
  void refiningAQueryKeepsItsOtherParts() {
    var place = Continuation.after(new EntityKey("p", "r"), Direction.DESCENDING);

    var query = Query.ALL.where("Age gt 30").select("Age").top(10).descending().from(place);

    assertThat(query)
        .isEqualTo(new Query(
            FilterParser.parse("Age gt 30"),
            Selection.of("Age"),
            10,
            Direction.DESCENDING,
            List.of(),
            IndexHint.AUTO,
            place));
    assertThat(query.from(null).from()).isNull();
  }

  @Test
  void topMayBeZeroButNotNegative() {
    assertThat(Query.ALL.top(0).top()).isZero();
    assertRefused(() -> Query.ALL.top(-1));
  }

  @Test
  void anOrderByBothKeysInOneDirectionIsTheOrderOfKeys() {
    var key = SortProperty.ascending("PartitionKey");
    var row = SortProperty.ascending("RowKey");

    assertThat(Query.ALL.orderBy(key)).isEqualTo(Query.ALL);
    assertThat(Query.ALL.orderBy(key, row)).isEqualTo(Query.ALL);
    assertThat(Query.ALL.orderBy(key.reversed(), row.reversed())).isEqualTo(Query.ALL.descending());
    assertThat(Query.ALL.orderBy(key.reversed()).order()).containsExactly(key.reversed());
    assertThat(Query.ALL.orderBy(key, row.reversed()).order()).hasSize(2);
    assertThat(Query.ALL.orderBy(row).order()).containsExactly(row);
  }

  @Test
  void aContinuationOfAnIndexBelongsToAnOrderedQueryAndOnlyToIt() {
    var age = SortProperty.ascending("Age");
    var ofKeys = Continuation.at(new EntityKey("p", "r"), Direction.ASCENDING);
    var ofIndex = new Continuation(
        ofKeys.key(),
        true,
        Direction.ASCENDING,
        new IndexPosition(new IndexName("byAge"), new EdmBinary(new byte[] {0, -1, 7})));

    assertThat(Query.ALL.orderBy(age).from(ofIndex).from()).isEqualTo(ofIndex);
    assertThat(Continuation.parse(ofIndex.encode())).isEqualTo(ofIndex);
    assertRefused(() -> Query.ALL.orderBy(age).from(ofKeys));
    assertRefused(() -> Query.ALL.from(ofIndex));
  }

  @Test
  void anOrderedQueryHasNoDirectionOfKeys() {
    assertRefused(() -> Query.ALL.orderBy(SortProperty.ascending("Age")).descending());
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
