package io.weir.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.ConsumerName;
import io.weir.api.FeedStart;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.search.SearchDefinition;
import io.weir.api.search.SearchRequest;
import io.weir.api.search.SearchStatus;
import io.weir.api.write.Write;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.scheduler.Schedulers;

/** What the start of the searches deletes, and what it leaves alone. */
class OpeningTest {

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
  void aCloseDuringTheOpeningDeletesNoIndex() throws IOException {
    var tables = IntStream.range(0, 6).mapToObj(n -> new TableName("Table" + n)).toList();
    for (var table : tables) {
      fixture.tables().createTable(table).block();
      fixture
          .tables()
          .write(
              table,
              new Write.Insert(Entity.builder("p", "1").set("Text", "owl").build()))
          .block();
      fixture.service().declare(table, SearchDefinition.of("Text")).block();
    }
    tables.forEach(table -> fixture.await(() -> isSettled(table)));
    fixture.search().close();

    for (var round = 0; round < 10; round++) {
      fixture.openSearch();
      fixture.search().close();
      assertThat(fixture.indexes().toFile().list()).as("round=%d", round).hasSize(tables.size());
    }
    fixture.openSearch();
    tables.forEach(table -> fixture.await(() -> isSettled(table)));
    fixture.awaitConsumers(tables.size());
    assertThat(fixture.consumers()).allMatch(name -> name.endsWith("-1")); // none was built again
  }

  private boolean isSettled(TableName table) {
    var status = fixture.service().status(table).block();
    return status.lagBytes() == 0 && status.documents() == 1;
  }

  /** As when a close has ended those that ran already, or a table could not be opened. */
  @Test
  void indexesThatAreDeclaredAreKeptAlsoWhileNoSearchRuns() {
    fixture.put("1", "Text", "owl");
    fixture.declare(SearchDefinition.of("Text"));
    fixture.settled();
    fixture.search().close();
    var thread = Schedulers.newSingle("test-indexing", true);
    try {
      var none = new SearchedTables(fixture.engine(), SearchOptions.in(fixture.indexes()), thread);

      new LeftOvers(fixture.engine(), fixture.indexes(), thread, none).deleted().block();

      assertThat(fixture.indexes().toFile().list()).hasSize(1);
      assertThat(fixture.consumers()).hasSize(1);
      none.dispose();
    } finally {
      thread.dispose();
    }
  }

  @Test
  void consumersOfUsersWithAlikeNamesStay() {
    var ofUsers = IntStream.range(0, 20)
        .mapToObj(n -> new ConsumerName("search-0123456789abcd" + (10 + n) + "-1"))
        .toList();
    for (var name : ofUsers) {
      fixture
          .tables()
          .consumers()
          .create(name, Optional.of(SearchFixture.TABLE), FeedStart.NOW)
          .block();
    }
    declareAndDropWhileClosed(ofUsers.size());

    fixture.openSearch();

    fixture.awaitConsumers(ofUsers.size());
    assertThat(fixture.consumers())
        .containsExactlyElementsOf(ofUsers.stream().map(ConsumerName::value).toList());
  }

  /** So the start has something to delete. */
  private void declareAndDropWhileClosed(int others) {
    var other = new TableName("Other");
    fixture.tables().createTable(other).block();
    fixture.service().declare(other, SearchDefinition.of("Text")).block();
    fixture.awaitConsumers(others + 1);
    fixture.search().close();
    fixture.tables().deleteTable(other).block();
  }

  @Test
  void aUserCannotCreateAConsumerOfTheService() {
    assertThatThrownBy(() -> fixture
            .tables()
            .consumers()
            .create(new ConsumerName("$search-0123456789abcdef-1"), Optional.empty(), FeedStart.NOW)
            .block())
        .isInstanceOfSatisfying(
            TableServiceException.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_RESOURCE_NAME));
    assertThat(fixture.consumers()).isEmpty();
  }

  @Test
  void aDeclarationThatCannotBeReadConcernsItsTableOnly() throws IOException {
    var broken = new TableName("Abroken"); // the first one
    fixture.tables().createTable(broken).block();
    fixture.service().declare(broken, SearchDefinition.of("Text")).block();
    fixture.put("1", "Text", "owl");
    fixture.declare(SearchDefinition.of("Text"));
    fixture.settled();
    var settings = fixture.engine().settings(SearchFixture.ACCOUNT);
    var text = settings.ofTable(broken).orElseThrow().get("search");
    settings
        .changeTable(broken, Map.of("search", text.substring(0, text.length() - 5)))
        .block();

    fixture.restart();
    fixture.await(() -> fixture.search().measures().searches() == 1); // before anybody uses it
    fixture.settled();

    assertThat(fixture.rows("owl")).containsExactly("1");
    assertThat(fixture.service().list().block())
        .extracting(SearchStatus::table)
        .containsExactly(SearchFixture.TABLE);
    assertThatThrownBy(() -> fixture
            .service()
            .search(fixture.tables(), broken, SearchRequest.of("owl"))
            .block())
        .isInstanceOf(ServiceFailedException.class)
        .hasMessageContaining("reason=notReadable");
    assertThat(fixture.indexes().toFile().list()).hasSize(2); // its index is kept as well

    fixture.service().declare(broken, SearchDefinition.of("Text")).block();
    assertThat(fixture.service().list().block()).hasSize(2);
    fixture.service().drop(broken).block();
    assertThat(List.of(fixture.indexes().toFile().list())).hasSize(1);
  }
}
