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

/** What the start of the searches deletes, and what it leaves alone. */
class OpeningTest {

  private static final ConsumerName OF_A_USER = new ConsumerName("search-0123456789abcdef-1");

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

    for (var round = 0; round < 30; round++) {
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

  @Test
  void aConsumerOfAUserWithAnAlikeNameStays() throws IOException {
    fixture
        .tables()
        .consumers()
        .create(OF_A_USER, Optional.of(SearchFixture.TABLE), FeedStart.NOW)
        .block();
    declareAndDropWhileClosed();

    fixture.openSearch();

    fixture.awaitConsumers(1);
    assertThat(fixture.consumers()).containsExactly(OF_A_USER.value());
  }

  /** So the start has something to delete. */
  private void declareAndDropWhileClosed() {
    var other = new TableName("Other");
    fixture.tables().createTable(other).block();
    fixture.service().declare(other, SearchDefinition.of("Text")).block();
    fixture.awaitConsumers(2);
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
