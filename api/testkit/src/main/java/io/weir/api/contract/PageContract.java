package io.weir.api.contract;

import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Entities.filled;
import static io.weir.api.contract.Entities.key;
import static io.weir.api.contract.Entities.keysOf;
import static io.weir.api.contract.Entities.numbered;
import static io.weir.api.contract.Failures.assertInvalid;
import static io.weir.api.contract.Failures.assertTableNotFound;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.error.ErrorCode;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Cases for pages: a page is one segment of an answer. */
public interface PageContract extends Door {

  @Test
  default void theOnlyPageOfAnEmptyTableIsEmpty() {
    var strikes = Table.in(this);

    midScenario();
    var page = strikes.page(Query.ALL);

    assertThat(page.items()).isEmpty();
    assertThat(page.next()).isNull();
    assertThat(page.report().scanned()).isZero();
    assertThat(page.report().returned()).isZero();
  }

  @Test
  default void aPageHoldsAtMostTopEntities() {
    var strikes = Table.in(this).load(numbered("TX", 5));

    midScenario();

    assertThat(strikes.page(Query.ALL.top(1)).items()).hasSize(1);
    assertThat(strikes.page(Query.ALL.top(4)).items()).hasSize(4);
    assertThat(strikes.page(Query.ALL.top(5)).items()).hasSize(5);
    assertThat(strikes.page(Query.ALL.top(6)).items()).hasSize(5);
  }

  @Test
  default void onlyAPageBeforeTheLastHasAContinuation() {
    var strikes = Table.in(this).load(numbered("TX", 5));

    midScenario();

    assertThat(strikes.page(Query.ALL.top(4)).next()).isNotNull();
    assertThat(strikes.page(Query.ALL.top(5)).next()).isNull();
    assertThat(strikes.page(Query.ALL.top(6)).next()).isNull();
  }

  @Test
  default void aPageWithTopZeroIsTheLast() {
    var strikes = Table.in(this).load(numbered("TX", 5));

    midScenario();
    var none = strikes.page(Query.ALL.top(0));

    assertThat(none.items()).isEmpty();
    assertThat(none.next()).isNull();
    assertInvalid(ErrorCode.INVALID_INPUT, () -> Query.ALL.top(-1));
  }

  @Test
  default void topIsTheSizeOfAPageNotOfTheAnswer() {
    var strikes = Table.in(this).load(numbered("TX", 10));

    midScenario();
    var pages = strikes.pages(Query.ALL.top(3));

    assertThat(pages).extracting(page -> page.items().size()).containsExactly(3, 3, 3, 1);
    assertThat(keysOf(strikes.select(Query.ALL.top(3)))).isEqualTo(keysOf(strikes.all()));
  }

  @Test
  default void aThousandEntitiesMakeOnePage() {
    var strikes = Table.in(this).load(numbered("TX", 1000));

    midScenario();
    var page = strikes.page(Query.ALL);

    assertThat(page.items()).hasSize(1000);
    assertThat(page.next()).isNull();
  }

  @Test
  default void aThousandAndOneEntitiesMakeTwoPages() {
    var strikes = Table.in(this).load(numbered("TX", 1001));

    var first = strikes.page(Query.ALL);
    midScenario();
    var second = strikes.page(Query.ALL.from(first.next()));

    assertThat(first.items()).hasSize(Page.MAX_ITEMS);
    assertThat(first.next()).isNotNull();
    assertThat(keysOf(second.items())).containsExactly("TX/1000");
    assertThat(second.next()).isNull();
  }

  @Test
  default void noPageHoldsMoreThanAThousandEntities() {
    var strikes =
        Table.in(this).load(IntStream.range(0, 1100).mapToObj(i -> entity("P" + i % 11, "R" + i)));

    midScenario();

    assertThat(strikes.page(Query.ALL.top(1001)).items()).hasSize(1000);
    assertThat(strikes.pages(Query.ALL.top(5000)))
        .extracting(page -> page.items().size())
        .containsExactly(1000, 100);
  }

  @Test
  default void aFilteredAnswerIsCompleteOverItsPages() {
    var strikes = Table.in(this).load(numbered("CA", 50)).load(numbered("TX", 50));

    midScenario();

    assertThat(strikes.pages(Query.ALL.where("Number ge 45").top(3)))
        .allSatisfy(page -> assertThat(page.items()).hasSizeLessThanOrEqualTo(3))
        .allSatisfy(
            page -> assertThat(page.report().returned()).isEqualTo(page.items().size()))
        .allSatisfy(page -> assertThat(page.report().scanned())
            .isGreaterThanOrEqualTo(page.items().size()));
    assertThat(strikes.select(Query.ALL.where("Number ge 45").top(3))).hasSize(10);
  }

  @Test
  default void anEmptyAnswerEnds() {
    var strikes = Table.in(this).load(numbered("TX", 50));

    midScenario();

    assertThat(strikes.select("Number ge 50")).isEmpty();
    assertThat(strikes.select("Number ge 50 and PartitionKey eq 'TX'")).isEmpty();
    assertThat(strikes.select("PartitionKey eq 'CA'")).isEmpty();
  }

  @Test
  default void largeEntitiesComeCompleteHoweverManyPagesTheyTake() {
    var strikes = Table.in(this);
    for (var i = 0; i < 6; i++) {
      strikes.insert(filled("p", "" + i, "B", 1_000_000));
    }

    midScenario();
    var all = strikes.all();

    assertThat(keysOf(all)).containsExactly("p/0", "p/1", "p/2", "p/3", "p/4", "p/5");
    assertThat(all.get(5).toMap())
        .isEqualTo(filled("p", "5", "B", 1_000_000).build().toMap());
  }

  @Test
  default void aPageAnswersTheSelectedProperties() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1").set("Species", "Killdeer").set("Height", 1).set("Cost", 2));
    var written = strikes.insert(entity("TX", "2").set("Species", "Osprey"));

    midScenario();
    var items = strikes.page(Query.ALL.select("Cost", "Species", "Absent")).items();

    assertThat(items.get(0).toMap()).containsOnlyKeys("Species", "Cost");
    assertThat(items.get(1).toMap()).containsOnlyKeys("Species");
    assertThat(items.get(1).key()).isEqualTo(key("TX", "2"));
    assertThat(items.get(1).timestampTicks()).isEqualTo(written.timestampTicks());
  }

  @Test
  default void aTableDroppedBetweenTwoPagesFailsTheSecond() {
    var strikes = Table.in(this).load(numbered("TX", 10));
    var next = strikes.page(Query.ALL.top(3)).next();
    strikes.drop();

    midScenario();

    assertTableNotFound(() -> strikes.page(Query.ALL.from(next)));
  }
}
