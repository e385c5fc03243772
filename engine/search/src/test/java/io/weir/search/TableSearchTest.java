package io.weir.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableSetting;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.AtProperty;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.api.filter.FilterParser;
import io.weir.api.search.SearchDefinition;
import io.weir.api.search.SearchRequest;
import io.weir.api.search.SearchedProperty;
import io.weir.api.search.TextAnalyzer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A search of a table in process: what it finds, in which order, and how it follows the table. */
class TableSearchTest {

  private SearchFixture fixture;

  @BeforeEach
  void open() throws IOException {
    fixture = SearchFixture.withTable();
  }

  @AfterEach
  void close() throws IOException {
    fixture.close();
  }

  @Test
  void entitiesOfBeforeAndAfterTheDeclarationAreFound() {
    fixture.put("1", "Remarks", "A Canada goose struck the engine.");
    fixture.declare(SearchDefinition.of("Remarks"));
    fixture.put("2", "Remarks", "Two geese and one goose.");
    fixture.put("3", "Remarks", "Nothing to see.");
    fixture.put("4", "Other", "goose");

    fixture.settled();

    assertThat(fixture.rows("Goose")).containsExactlyInAnyOrder("1", "2");
    assertThat(fixture.rows("heron")).isEmpty();
  }

  @Test
  void clausesAreCombined() {
    fixture.declare(SearchDefinition.of("Remarks", "Species"));
    fixture.put(Entity.builder("p", "1")
        .set("Remarks", "left engine")
        .set("Species", "goose")
        .build());
    fixture.put(Entity.builder("p", "2")
        .set("Remarks", "engine left")
        .set("Species", "gull")
        .build());
    fixture.put(Entity.builder("p", "3").set("Remarks", "goose on runway").build());
    fixture.settled();

    assertThat(fixture.rows("goose gull")).containsExactlyInAnyOrder("1", "2", "3");
    assertThat(fixture.rows("+engine goose")).containsExactly("1", "2");
    assertThat(fixture.rows("engine -gull")).containsExactly("1");
    assertThat(fixture.rows("\"left engine\"")).containsExactly("1");
    assertThat(fixture.rows("Species:goose")).containsExactly("1");
    assertThat(fixture.rows("run* Species:gu*")).containsExactlyInAnyOrder("2", "3");
    assertThat(fixture.rows("Remarks:\"on runway\"")).containsExactly("3");
  }

  @Test
  void aRarerWordAndAShorterTextAndAWeightRankHigher() {
    fixture.declare(new SearchDefinition(List.of(
        new SearchedProperty("Title", TextAnalyzer.STANDARD, 5),
        new SearchedProperty("Body", TextAnalyzer.STANDARD, 1))));
    fixture.put(
        Entity.builder("p", "long").set("Body", "owl " + "filler ".repeat(40)).build());
    fixture.put(Entity.builder("p", "short").set("Body", "an owl").build());
    fixture.put(Entity.builder("p", "title").set("Title", "The book of the owl").build());
    fixture.settled();

    assertThat(fixture.rows("owl")).containsExactly("title", "short", "long");
    fixture.declare(new SearchDefinition(List.of(
        new SearchedProperty("Title", TextAnalyzer.STANDARD, 0.01),
        new SearchedProperty("Body", TextAnalyzer.STANDARD, 1))));
    var status = fixture.awaited(each -> each.definition().properties().get(0).weight() == 0.01);
    fixture.settled();

    assertThat(status.isRebuilding()).isFalse(); // weights need no new index
    assertThat(fixture.rows("owl")).containsExactly("short", "long", "title");
  }

  @Test
  void analyzersDivideTexts() {
    fixture.declare(new SearchDefinition(List.of(
        new SearchedProperty("Prose", TextAnalyzer.ENGLISH, 1),
        new SearchedProperty("Code", TextAnalyzer.KEYWORD, 1),
        new SearchedProperty("Letters", TextAnalyzer.SIMPLE, 1))));
    fixture.put("1", "Prose", "The geese were flying");
    fixture.put("2", "Code", "AB 12/c");
    fixture.put("3", "Letters", "a1b2");
    fixture.put("4", "Code", "x".repeat(20_000));
    fixture.settled();

    assertThat(fixture.rows("Prose:fly")).containsExactly("1");
    assertThat(fixture.rows("Prose:the")).isEmpty();
    assertThat(fixture.rows("Prose:the fly")).containsExactly("1");
    assertThat(fixture.rows("Code:\"AB 12/c\"")).containsExactly("2");
    assertThat(fixture.rows("Code:ab")).isEmpty();
    assertThat(fixture.rows("Code:A*")).containsExactly("2");
    assertThat(fixture.rows("Letters:B")).containsExactly("3");
    assertThat(fixture.rows("Code:xxx*")).containsExactly("4");
  }

  @Test
  void changedRemovedExpiredAndRangesOfEntitiesLeaveTheAnswer() {
    fixture
        .tables()
        .set(SearchFixture.TABLE, TableSetting.EXPIRY, new AtProperty("Ends"))
        .block();
    fixture.declare(SearchDefinition.of("Text"));
    for (var row : List.of("1", "2", "3", "4", "5")) {
      fixture.put(row, "Text", "owl");
    }
    fixture.put(Entity.builder("q", "6").set("Text", "owl").build());
    fixture.settled();
    assertThat(fixture.rows("owl")).hasSize(6);

    fixture.put("1", "Text", "gull");
    fixture.delete("2");
    fixture.put(Entity.builder("p", "3")
        .set("Text", "owl")
        .set("Ends", EdmDateTime.of(Instant.parse("2001-01-01T00:00:00Z")))
        .build());
    fixture
        .tables()
        .deleteRange(
            SearchFixture.TABLE, FilterParser.parse("PartitionKey eq 'p' and RowKey ge '5'"))
        .block();
    var status = fixture.settled();

    assertThat(fixture.rows("owl")).containsExactlyInAnyOrder("4", "6");
    assertThat(status.documents())
        .isBetween(3L, 4L); // the expired one leaves the index when it is swept
  }

  @Test
  void filterSelectionTopAndSkipApply() {
    fixture.declare(SearchDefinition.of("Text"));
    IntStream.range(0, 150)
        .forEach(n -> fixture.put(Entity.builder("p", "r" + (1000 + n))
            .set("Text", "owl" + " x".repeat(n % 10))
            .set("N", n)
            .build()));
    fixture.settled();
    var odd = SearchRequest.of("owl").where(FilterParser.parse("N ge 100 and N lt 104"));

    var found = fixture.page(odd.select(Selection.of("N")).top(3));
    var rest = fixture.page(odd.top(3).skip(found.next().orElseThrow()));
    var first = fixture.page(SearchRequest.of("owl").top(100));
    var second = fixture.page(SearchRequest.of("owl").top(100).skip(100));

    assertThat(SearchFixture.rows(found)).containsExactly("r1100", "r1101", "r1102");
    assertThat(found.hits().get(0).entity().toMap()).containsOnlyKeys("N");
    assertThat(SearchFixture.rows(rest)).containsExactly("r1103");
    assertThat(rest.next()).isEmpty();
    assertThat(first.hits()).hasSize(100);
    assertThat(first.next()).hasValue(100);
    assertThat(second.hits()).hasSize(50);
    assertThat(second.next()).isEmpty();
    assertThat(second.lag()).isEqualTo(Duration.ZERO);
    assertThat(fixture.page(SearchRequest.of("owl").skip(SearchRequest.DEEPEST)).hits())
        .isEmpty();
  }

  @Test
  void aFilterThatLeavesOutNearlyEverythingFindsTheRestInOnePage() {
    fixture.declare(SearchDefinition.of("Text"));
    IntStream.range(0, 700)
        .forEach(n -> fixture.put(
            Entity.builder("p", "r" + (1000 + n)).set("Text", "owl").set("N", n).build()));
    fixture.settled();
    var rare = SearchRequest.of("owl").where(FilterParser.parse("N eq 3 or N eq 400 or N eq 699"));

    var found = fixture.page(rare);

    assertThat(SearchFixture.rows(found)).containsExactlyInAnyOrder("r1003", "r1400", "r1699");
    assertThat(found.next()).isEmpty();
  }

  @Test
  void aPageEndsAtItsBytes() {
    fixture.declare(SearchDefinition.of("Text"));
    for (var n = 0; n < 12; n++) {
      var entity = Entity.builder("p", "r" + (10 + n)).set("Text", "owl");
      for (var filler = 0; filler < 13; filler++) {
        entity.set("F" + filler, "x".repeat(30_000));
      }
      fixture.put(entity.build());
    }
    fixture.settled();

    var page = fixture.page(SearchRequest.of("owl").top(12));

    assertThat(page.hits().size()).isBetween(1, 11);
    assertThat(page.next()).hasValue(page.hits().size());
    assertThat(fixture
            .page(SearchRequest.of("owl").top(12).skip(page.hits().size()))
            .hits())
        .hasSize(12 - page.hits().size());
  }

  @Test
  void badSearchesAreRefused() {
    fixture.declare(SearchDefinition.of("Text"));
    fixture.settled();

    assertThatThrownBy(() -> fixture.rows("a Missing:b"))
        .hasMessageContaining("at=2")
        .hasMessageContaining("properties=Text");
    assertThatThrownBy(() -> fixture.rows("\"a")).hasMessageContaining("at=0");
    assertThatThrownBy(() -> SearchRequest.of(" ")).hasMessageContaining("search=blank");
    assertThatThrownBy(() -> SearchRequest.of("a".repeat(1_001)))
        .hasMessageContaining("search=tooLong");
    assertThat(fixture.rows("a".repeat(1_000))).isEmpty();
    assertThatThrownBy(() -> SearchRequest.of("a").top(0)).hasMessageContaining("top=0");
    assertThatThrownBy(() -> SearchRequest.of("a").top(1_001)).hasMessageContaining("top=1001");
    assertThatThrownBy(() -> SearchRequest.of("a").skip(10_001)).hasMessageContaining("to=10000");
  }

  @Test
  void tablesWithoutSearchSaySo() {
    assertThatThrownBy(() -> fixture.rows("owl"))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("search=none");
    assertThatThrownBy(() -> fixture
            .service()
            .declare(new TableName("Missing"), SearchDefinition.of("Text"))
            .block())
        .satisfies(failure -> assertThat(((TableServiceException) failure).code())
            .isEqualTo(ErrorCode.TABLE_NOT_FOUND));
    assertThatThrownBy(() -> fixture.service().drop(SearchFixture.TABLE).block())
        .isInstanceOf(NotFoundException.class);
    assertThatThrownBy(() -> fixture.service().rebuild(SearchFixture.TABLE).block())
        .isInstanceOf(NotFoundException.class);
  }

  @Test
  void aChangedDefinitionIsBuiltBesideTheIndexThatAnswers() {
    fixture.put(Entity.builder("p", "1").set("A", "owl").set("B", "gull").build());
    fixture.declare(SearchDefinition.of("A"));
    fixture.settled();

    fixture.declare(SearchDefinition.of("B"));
    assertThat(fixture.rows("owl gull")).containsExactly("1"); // whichever index answers
    fixture.awaited(status -> !status.isRebuilding() && fixture.rows("gull").size() == 1);

    assertThat(fixture.rows("owl")).isEmpty();
    fixture.awaitConsumers(1); // that of the earlier index is deleted
    assertThat(fixture.service().list().block())
        .singleElement()
        .satisfies(status -> assertThat(status.definition()).isEqualTo(SearchDefinition.of("B")));
  }

  @Test
  void aTableThatIsDroppedAndMadeAgainHasNoSearch() {
    fixture.put("1", "Text", "owl");
    fixture.declare(SearchDefinition.of("Text"));
    fixture.settled();

    fixture.tables().deleteTable(SearchFixture.TABLE).block();
    fixture.tables().createTable(SearchFixture.TABLE).block();
    assertThatThrownBy(() -> fixture.rows("owl")).hasMessageContaining("search=none");
    fixture.put("2", "Text", "owl");
    fixture.declare(SearchDefinition.of("Text"));
    fixture.settled();

    assertThat(fixture.rows("owl")).containsExactly("2");
  }

  @Test
  void aTableThatWasDroppedWhileTheSearchWasClosedLeavesNothing() throws IOException {
    fixture.declare(SearchDefinition.of("Text"));
    fixture.settled();
    fixture.search().close();

    fixture.tables().deleteTable(SearchFixture.TABLE).block();
    fixture.openSearch();

    fixture.awaitConsumers(0);
    assertThat(fixture.indexes()).isEmptyDirectory();
  }

  @Test
  void aRestartGoesOnAtTheLastCommit() throws IOException {
    fixture.put("1", "Text", "owl");
    fixture.declare(SearchDefinition.of("Text"));
    fixture.settled();
    fixture.search().close();
    fixture.put("2", "Text", "owl");
    fixture.delete("1");
    fixture.openSearch();

    fixture.restart();
    fixture.settled();

    assertThat(fixture.rows("owl")).containsExactly("2");
    assertThat(fixture.tables().query(SearchFixture.TABLE, Query.ALL).count().block())
        .isEqualTo(1);
  }
}
