package io.weir.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Page;
import io.weir.api.TableName;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Cases for the listing of an account's tables. */
public interface ListingContract extends Door {

  @Test
  default void tablesAreListedInTheOrderOfTheirLowerCaseNames() {
    var account = new Listing(this);
    account.create("b", "C", "A", "d", "B2");

    midScenario();

    assertThat(account.names("")).containsExactly("A", "b", "B2", "C", "d");
  }

  @Test
  default void allTablesAreListedInOrder() {
    var account = new Listing(this);
    account.create("b", "a", "c");

    midScenario();
    var names = service().tables().collectList().block(Table.PATIENCE);

    assertThat(names).contains(account.name("a"), account.name("b"), account.name("c"));
    assertThat(names)
        .isSortedAccordingTo(Comparator.comparing(TableName::folded))
        .doesNotHaveDuplicates();
  }

  @Test
  default void aDroppedTableIsNotListed() {
    var account = new Listing(this);
    account.create("a", "b", "c");
    account.drop("b");

    midScenario();

    assertThat(account.names("")).containsExactly("a", "c");
  }

  @Test
  default void aRecreatedTableIsListedOnce() {
    var account = new Listing(this);
    account.create("a", "b");
    account.drop("a");
    account.create("A");

    midScenario();

    assertThat(account.names("")).containsExactly("A", "b");
  }

  @Test
  default void theFilterFindsATableByItsName() {
    var account = new Listing(this);
    account.create("a", "b", "c");

    midScenario();

    assertThat(account.names("TableName eq '" + account.name("b") + "'")).containsExactly("b");
  }

  @Test
  default void theFilterComparesNamesWithoutRegardToCase() {
    var account = new Listing(this);
    account.create("a", "B", "c");
    var shouted = account.name("b").value().toUpperCase(Locale.ROOT);

    midScenario();

    assertThat(account.names("TableName eq '" + shouted + "'")).containsExactly("B");
    assertThat(account.names("TableName gt '" + shouted + "'")).containsExactly("c");
  }

  @Test
  default void theFilterTakesRangesOfNames() {
    var account = new Listing(this);
    account.create("a", "b", "c", "d", "e");
    var b = account.name("b");
    var d = account.name("d");

    midScenario();

    assertThat(account.names("TableName ge '" + b + "' and TableName lt '" + d + "'"))
        .containsExactly("b", "c");
    assertThat(account.names("TableName gt '" + b + "' and TableName le '" + d + "'"))
        .containsExactly("c", "d");
  }

  @Test
  default void theFilterOfTablesMayBeNestedAndNegated() {
    var account = new Listing(this);
    account.create("a", "b", "c");
    var a = account.name("a");
    var c = account.name("c");

    midScenario();

    assertThat(account.names("TableName eq '" + a + "' or TableName eq '" + c + "'"))
        .containsExactly("a", "c");
    assertThat(account.names("not (TableName eq '" + a + "')")).containsExactly("b", "c");
    assertThat(account.names("TableName ne '" + a + "'")).containsExactly("b", "c");
    assertThat(account.names("false")).isEmpty();
  }

  @Test
  default void functionsOfNamesIgnoreCase() {
    var account = new Listing(this);
    account.create("ab", "AC", "b");
    var a = account.name("A").value();

    midScenario();

    assertThat(account.names("startswith(TableName,'" + a + "')")).containsExactly("ab", "AC");
    assertThat(account.names("not startswith(TableName,'" + a + "')")).containsExactly("b");
    assertThat(account.names("endswith(TableName,'c') or endswith(TableName,'xB')"))
        .containsExactly("AC", "b");
    assertThat(account.names("contains(tolower(TableName),'" + a.substring(1) + "')"))
        .containsExactly("ab", "AC");
    assertThat(account.names("tolower(TableName) eq '" + a + "C'")).containsExactly("AC");
    assertThat(account.names("length(TableName) eq " + a.length())).containsExactly("b");
    assertThat(account.names("startswith(Owner,'')")).isEmpty();
  }

  @Test
  default void noOtherPropertyOfATableCanBeCompared() {
    var account = new Listing(this);
    account.create("a");

    midScenario();

    assertThat(account.names("Owner eq 'a'")).isEmpty();
    assertThat(account.names("TableName ne 1")).isEmpty();
  }

  @Test
  default void aListingIsPagedByTop() {
    var account = new Listing(this);
    account.create("a", "b", "c", "d", "e");

    var first = account.page(account.all().top(2));
    midScenario();
    var second = account.page(account.all().top(2).from(first.next()));
    var third = account.page(account.all().top(2).from(second.next()));

    assertThat(account.endings(first)).containsExactly("a", "b");
    assertThat(account.endings(second)).containsExactly("c", "d");
    assertThat(account.endings(third)).containsExactly("e");
    assertThat(third.next()).isNull();
  }

  @Test
  default void aListingThatFitsThePageHasNoContinuation() {
    var account = new Listing(this);
    account.create("a", "b");

    midScenario();
    var exact = account.page(account.all());

    assertThat(account.endings(exact)).containsExactly("a", "b");
    assertThat(exact.next()).isNull();
  }

  @Test
  default void aListingOfNoTablesIsEmpty() {
    var account = new Listing(this);
    account.create("a");

    midScenario();
    var none = account.page(account.all().top(0));

    assertThat(none.items()).isEmpty();
    assertThat(none.next()).isNull();
  }

  @Test
  default void aListingContinuesWhenTheTableAtItsPositionIsDropped() {
    var account = new Listing(this);
    account.create("a", "b", "c", "d");
    var first = account.page(account.all().top(2));

    account.drop("b");
    account.drop("c");
    midScenario();
    var second = account.page(account.all().from(first.next()));

    assertThat(account.endings(second)).containsExactly("d");
  }

  @Test
  default void aListingContinuesAmongNewTables() {
    var account = new Listing(this);
    account.create("a", "c", "e");
    var first = account.page(account.all().top(2));

    account.create("b", "f");
    midScenario();
    var second = account.page(account.all().from(first.next()));

    assertThat(account.endings(second)).containsExactly("e", "f");
  }

  @Test
  default void aPageHoldsAThousandTables() {
    var account = new Listing(this);
    account.create(
        IntStream.rangeClosed(0, Page.MAX_ITEMS).mapToObj(Entities::number).toArray(String[]::new));

    var first = account.page(account.all());
    midScenario();
    var second = account.page(account.all().from(first.next()));

    assertThat(first.items()).hasSize(Page.MAX_ITEMS);
    assertThat(account.endings(second)).containsExactly("1000");
    assertThat(second.next()).isNull();
  }
}
