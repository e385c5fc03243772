package io.weir.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.ConsumerName;
import io.weir.api.FeedConsumers;
import io.weir.api.FeedStart;
import io.weir.api.NamedConsumer;
import io.weir.api.TableName;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.filter.Filter;
import io.weir.server.EngineServer;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/** What the rights of a token allow on named consumers: less than an account key. */
final class GrantedConsumersTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final TableName TABLE = new TableName("People");
  private static final ConsumerName OF_TABLE = new ConsumerName("of-table");
  private static final ConsumerName OF_ACCOUNT = new ConsumerName("of-account");

  @RegisterExtension
  static final EngineServer STORE = EngineServer.start();

  @BeforeAll
  static void create() {
    var tables = STORE.engine().account(AccountName.DEVELOPMENT);
    tables.createTable(TABLE).block(PATIENCE);
    tables.consumers().create(OF_TABLE, Optional.of(TABLE), FeedStart.NOW).block(PATIENCE);
    tables.consumers().create(OF_ACCOUNT, Optional.empty(), FeedStart.NOW).block(PATIENCE);
  }

  private static GrantedTables tables(String permissions) {
    return new GrantedTables(
        STORE.engine().account(AccountName.DEVELOPMENT), new AccountGrant("sco", permissions));
  }

  private static FeedConsumers consumers(String permissions) {
    return tables(permissions).consumers();
  }

  @Test
  void theConsumersOfTablesThatMayBeQueriedAreVisible() {
    assertThat(consumers("r").list().block(PATIENCE))
        .extracting(NamedConsumer::name)
        .containsExactly(OF_TABLE);
    assertThat(consumers("wdlacu").list().block(PATIENCE)).isEmpty();
    assertThat(consumers("r").get(OF_TABLE).block(PATIENCE).name()).isEqualTo(OF_TABLE);
    assertDenied(consumers("rwdlacu").get(OF_ACCOUNT), "AuthorizationFailure");
    assertDenied(consumers("wdlacu").get(OF_TABLE), "AuthorizationPermissionMismatch");
  }

  @Test
  void aConsumerThatIsNotVisibleIsNotRead() {
    assertThat(tables("r").changes(OF_TABLE, Filter.ALL).blockFirst(PATIENCE)).isNotNull();
    assertDenied(tables("rwdlacu").changes(OF_ACCOUNT, Filter.ALL), "AuthorizationFailure");
  }

  @Test
  void anAdvanceTakesThePermissionsToQueryAndToUpdate() {
    var token = consumers("r").get(OF_TABLE).block(PATIENCE).position();

    assertThat(consumers("ru").advance(OF_TABLE, 1, token).block(PATIENCE)).isEqualTo(token);
    assertDenied(consumers("r").advance(OF_TABLE, 1, token), "AuthorizationPermissionMismatch");
    assertDenied(consumers("u").advance(OF_TABLE, 1, token), "AuthorizationPermissionMismatch");
  }

  @Test
  void whatTheStoreKeepsIsDecidedWithTheAccountKey() {
    var consumers = consumers("rwdlacu");

    assertDenied(
        consumers.create(new ConsumerName("mine"), Optional.of(TABLE), FeedStart.NOW),
        "AuthorizationFailure");
    assertDenied(consumers.reset(OF_TABLE, FeedStart.NOW), "AuthorizationFailure");
    assertDenied(consumers.delete(OF_TABLE), "AuthorizationFailure");
    assertThat(consumers.get(OF_TABLE).block(PATIENCE).generation()).isEqualTo(1);
  }

  private static void assertDenied(Publisher<?> attempt, String code) {
    assertThatThrownBy(() -> Flux.from(attempt).blockLast(PATIENCE))
        .isInstanceOfSatisfying(
            AccessDeniedException.class,
            denied -> assertThat(denied.code().code()).isEqualTo(code));
  }
}
