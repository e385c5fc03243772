package io.weir.api.contract;

import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Entities.key;
import static io.weir.api.contract.Entities.keysOf;
import static io.weir.api.contract.Entities.number;
import static io.weir.api.contract.Entities.numbered;
import static io.weir.api.contract.Failures.assertInvalid;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.Query;
import io.weir.api.error.ErrorCode;
import io.weir.api.write.IfMatch;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Cases for continuations: a continuation is a position among the keys, independent of the entities
 * there.
 */
public interface ContinuationContract extends Door {

  @Test
  default void aContinuationTravelsAsText() {
    var strikes = Table.in(this).load(numbered("TX", 10));
    var text = requireNonNull(strikes.page(Query.ALL.top(4)).next()).encode();

    midScenario();
    var rest = strikes.select(Query.ALL.from(Continuation.parse(text)));

    assertThat(rest).hasSize(6);
    assertThat(keysOf(rest)).startsWith("TX/0004");
    assertThat(text).matches("[A-Za-z0-9_-]+");
  }

  @Test
  default void continuationsMayNameKeysWithSpecialCharacters() {
    var strikes = Table.in(this);
    var keys = List.of("", " ", "%", "'", "+", "\u00E4", "\uD83D\uDE00", "\uFF5A".repeat(512));
    strikes.load(keys.stream().map(key -> entity(key, key)));

    midScenario();

    assertThat(strikes.pages(Query.ALL.top(1))).hasSize(keys.size());
    assertThat(strikes.select(Query.ALL.top(1)))
        .extracting(entity -> entity.rowKey())
        .isEqualTo(keys);
  }

  @Test
  default void damagedContinuationTextIsRefused() {
    var text = Continuation.at(key("TX", "1"), Direction.ASCENDING).encode();

    for (var damaged : List.of(
        "",
        "A",
        "!",
        "Zm9v",
        text.substring(1),
        text + "AAAA",
        "C" + text.substring(1),
        text + "=")) {
      assertInvalid(ErrorCode.INVALID_INPUT, () -> Continuation.parse(damaged));
    }
  }

  @Test
  default void aContinuationBelongsToOneDirection() {
    var forwards = Continuation.at(key("TX", "1"), Direction.ASCENDING);

    assertInvalid(ErrorCode.INVALID_INPUT, () -> Query.ALL.from(forwards).descending());
    assertInvalid(ErrorCode.INVALID_INPUT, () -> Query.ALL.descending().from(forwards));
  }

  @Test
  default void theAnswerContinuesWhenTheNextEntityIsDeleted() {
    var strikes = Table.in(this).load(numbered("TX", 10));
    var next = strikes.page(Query.ALL.top(3)).next();
    strikes.delete("TX", "0003", IfMatch.ANY);
    strikes.delete("TX", "0002", IfMatch.ANY);

    midScenario();

    assertThat(keysOf(strikes.page(Query.ALL.top(2).from(next)).items()))
        .containsExactly("TX/0004", "TX/0005");
  }

  @Test
  default void theAnswerEndsWhenAllRemainingEntitiesAreDeleted() {
    var strikes = Table.in(this).load(numbered("TX", 6));
    var next = strikes.page(Query.ALL.top(3)).next();
    for (var i = 3; i < 6; i++) {
      strikes.delete("TX", number(i), IfMatch.ANY);
    }

    midScenario();
    var last = strikes.page(Query.ALL.from(next));

    assertThat(last.items()).isEmpty();
    assertThat(last.next()).isNull();
  }

  @Test
  default void entitiesInsertedBeforeThePositionAreNotReturned() {
    var strikes = Table.in(this).load(numbered("TX", 6));
    var next = strikes.page(Query.ALL.top(3)).next();
    strikes.load(List.of(entity("CA", "1"), entity("TX", "0000a"), entity("TX", "0001a")).stream());

    midScenario();

    assertThat(keysOf(strikes.select(Query.ALL.from(next))))
        .containsExactly("TX/0003", "TX/0004", "TX/0005");
  }

  @Test
  default void entitiesInsertedAfterThePositionAreReturned() {
    var strikes = Table.in(this).load(numbered("TX", 6));
    var next = strikes.page(Query.ALL.top(3)).next();
    strikes.load(List.of(entity("WA", "1"), entity("TX", "0003a"), entity("TX", "0009")).stream());

    midScenario();

    assertThat(keysOf(strikes.select(Query.ALL.from(next))))
        .containsExactly("TX/0003", "TX/0003a", "TX/0004", "TX/0005", "TX/0009", "WA/1");
  }

  @Test
  default void aDescendingAnswerContinuesAmongChangedEntities() {
    var strikes = Table.in(this).load(numbered("TX", 6));
    var next = strikes.page(Query.ALL.top(3).descending()).next();
    strikes.load(List.of(entity("WA", "1"), entity("TX", "0001a"), entity("CA", "1")).stream());
    strikes.delete("TX", "0002", IfMatch.ANY);

    midScenario();

    assertThat(keysOf(strikes.select(Query.ALL.descending().from(next))))
        .containsExactly("TX/0001a", "TX/0001", "TX/0000", "CA/1");
  }

  @Test
  default void aPositionIsBeforeOrAfterItsEntity() {
    var strikes = Table.in(this).load(numbered("TX", 4));

    midScenario();

    assertThat(keysFrom(strikes, Continuation.at(key("TX", "0002"), Direction.ASCENDING)))
        .containsExactly("TX/0002", "TX/0003");
    assertThat(keysFrom(strikes, Continuation.after(key("TX", "0002"), Direction.ASCENDING)))
        .containsExactly("TX/0003");
    assertThat(keysFrom(strikes, Continuation.at(key("TX", "0001"), Direction.DESCENDING)))
        .containsExactly("TX/0001", "TX/0000");
    assertThat(keysFrom(strikes, Continuation.after(key("TX", "0001"), Direction.DESCENDING)))
        .containsExactly("TX/0000");
  }

  @Test
  default void aPositionMayNameAnAbsentEntity() {
    var strikes = Table.in(this).load(numbered("TX", 2)).load(numbered("CA", 2));

    midScenario();

    assertThat(keysFrom(strikes, Continuation.after(key("CA", "0000a"), Direction.ASCENDING)))
        .containsExactly("CA/0001", "TX/0000", "TX/0001");
    assertThat(keysFrom(strikes, Continuation.at(key("NY", ""), Direction.ASCENDING)))
        .containsExactly("TX/0000", "TX/0001");
    assertThat(keysFrom(strikes, Continuation.at(key("NY", ""), Direction.DESCENDING)))
        .containsExactly("CA/0001", "CA/0000");
    assertThat(keysFrom(strikes, Continuation.at(key("", ""), Direction.ASCENDING)))
        .hasSize(4);
    assertThat(keysFrom(strikes, Continuation.at(key("", ""), Direction.DESCENDING)))
        .isEmpty();
    assertThat(keysFrom(strikes, Continuation.after(key("TX", "0001"), Direction.ASCENDING)))
        .isEmpty();
  }

  @Test
  default void aPositionMayLieOutsideTheRangeOfTheFilter() {
    var strikes =
        Table.in(this).load(numbered("CA", 3)).load(numbered("NY", 3)).load(numbered("TX", 3));
    var ofNewYork = Query.ALL.where("PartitionKey eq 'NY' and RowKey ge '0001'");

    midScenario();

    assertThat(strikes.select(ofNewYork.from(Continuation.at(key("CA", ""), Direction.ASCENDING))))
        .hasSize(2);
    assertThat(
            strikes.select(ofNewYork.from(Continuation.at(key("NY", "0002"), Direction.ASCENDING))))
        .hasSize(1);
    assertThat(strikes.select(
            ofNewYork.from(Continuation.after(key("NY", "0002"), Direction.ASCENDING))))
        .isEmpty();
    assertThat(strikes.select(ofNewYork.from(Continuation.at(key("TX", ""), Direction.ASCENDING))))
        .isEmpty();
  }

  @Test
  default void pointReadsContinueFromAPosition() {
    var strikes = Table.in(this).load(numbered("TX", 9));
    var points = Query.ALL.where(
        "PartitionKey eq 'TX' and (RowKey eq '0001' or RowKey eq '0004' or RowKey eq '0007')");

    midScenario();

    assertThat(keysOf(strikes.select(points.top(1))))
        .containsExactly("TX/0001", "TX/0004", "TX/0007");
    assertThat(keysOf(strikes.select(points.top(1).descending())))
        .containsExactly("TX/0007", "TX/0004", "TX/0001");
    assertThat(keysOf(strikes.select(
            points.from(Continuation.after(key("TX", "0001"), Direction.ASCENDING)))))
        .containsExactly("TX/0004", "TX/0007");
  }

  @Test
  default void aContinuationOutlivesItsTable() {
    var strikes = Table.in(this).load(numbered("TX", 4));
    var next = strikes.page(Query.ALL.top(2)).next();
    strikes.drop();
    strikes.create();

    midScenario();
    strikes.load(numbered("TX", 5));

    assertThat(keysOf(strikes.select(Query.ALL.from(next))))
        .containsExactly("TX/0002", "TX/0003", "TX/0004");
  }

  private static List<String> keysFrom(Table table, Continuation place) {
    var query = place.direction() == Direction.ASCENDING ? Query.ALL : Query.ALL.descending();
    return keysOf(table.select(query.from(place)));
  }
}
