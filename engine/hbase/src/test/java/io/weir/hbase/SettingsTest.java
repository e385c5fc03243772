package io.weir.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.AccountSettings;
import io.weir.api.TableName;
import io.weir.api.entity.Limits;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The settings of accounts and tables, which all gateways share. */
final class SettingsTest {

  private static final AtomicInteger COUNTER = new AtomicInteger();

  private static HBaseStore one;
  private static HBaseStore other;

  private final TableName strikes = new TableName("Strikes" + COUNTER.incrementAndGet());
  private final AccountName account = new AccountName("account" + COUNTER.get());

  @BeforeAll
  static void open() {
    one = TestCluster.open("settings");
    other = TestCluster.open("settings");
  }

  @AfterAll
  static void close() {
    one.close().block(TestCluster.PATIENCE);
    other.close().block(TestCluster.PATIENCE);
  }

  @Test
  void aChangeSetsOnlyTheSettingsThatItNames() {
    await(one.settings(account).changeAccount(Map.of("Cors", "a", "Logging", "b")));
    await(one.settings(account).changeAccount(Map.of("Cors", "c", "Logging", "")));

    assertThat(one.settings(account).ofAccount()).containsExactly(Map.entry("Cors", "c"));
    assertThat(one.settings(AccountName.DEVELOPMENT).ofAccount()).isEmpty();
  }

  @Test
  void settingsAreNotListedAsATable() {
    await(one.settings(account).changeAccount(Map.of("Cors", "a")));
    await(one.account(account).createTable(strikes));

    assertThat(one.account(account).tables().collectList().block(TestCluster.PATIENCE))
        .containsExactly(strikes);
  }

  @Test
  void aTableHasSettingsAsSoonAsItExistsAndALaterOneOfItsNameHasNoneOfThem() {
    await(one.account(account).createTable(strikes));
    assertThat(one.settings(account).ofTable(strikes)).hasValue(Map.of());

    await(one.settings(account).changeTable(strikes, Map.of("Policies", "a")));
    assertThat(
            one.settings(account).ofTable(new TableName(strikes.value().toUpperCase(Locale.ROOT))))
        .hasValue(Map.of("Policies", "a"));

    await(one.account(account).deleteTable(strikes));
    assertThat(one.settings(account).ofTable(strikes)).isEmpty();

    await(one.account(account).createTable(strikes));
    assertThat(one.settings(account).ofTable(strikes)).hasValue(Map.of());
    await(one.settings(account).changeTable(strikes, Map.of("Policies", "b")));
    assertThat(one.settings(account).ofTable(strikes)).hasValue(Map.of("Policies", "b"));
  }

  @Test
  void anAbsentTableHasNoSettings() {
    assertCode(
        one.settings(account).changeTable(strikes, Map.of("Policies", "a")),
        ErrorCode.TABLE_NOT_FOUND);
  }

  @Test
  void anotherGatewayShowsAChangeSoon() {
    await(one.account(account).createTable(strikes));
    await(one.settings(account).changeTable(strikes, Map.of("Policies", "a")));

    shown(other.settings(account), Map.of("Policies", "a"));
    await(one.settings(account).changeTable(strikes, Map.of("Policies", "")));
    shown(other.settings(account), Map.of());
  }

  @Test
  void changesOfManyGatewaysAtATimeAllCount() {
    await(one.account(account).createTable(strikes));

    Flux.range(0, 12)
        .flatMap(
            i -> (i % 2 == 0 ? one : other)
                .settings(account)
                .changeTable(strikes, Map.of("Text" + i, "x")),
            4)
        .then()
        .block(TestCluster.PATIENCE);

    shown(
        one.settings(account),
        IntStream.range(0, 12).boxed().collect(Collectors.toMap(i -> "Text" + i, i -> "x")));
  }

  @Test
  void aTextIsAtMostAsLongAsAProperty() {
    var longest = "x".repeat(Limits.STRING_UNITS);
    await(one.settings(account).changeAccount(Map.of("Cors", longest)));

    assertThat(one.settings(account).ofAccount()).containsEntry("Cors", longest);
    assertCode(
        one.settings(account).changeAccount(Map.of("Cors", longest + "x")),
        ErrorCode.PROPERTY_VALUE_TOO_LARGE);
  }

  @Test
  void theClusterIsAskedAgainAndAgain() {
    Mono.fromSupplier(one::silence)
        .filter(silence -> silence.compareTo(Duration.ofSeconds(1)) < 0)
        .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(20)))
        .block(TestCluster.PATIENCE);
  }

  private void shown(AccountSettings settings, Map<String, String> expected) {
    Mono.fromSupplier(() -> settings.ofTable(strikes))
        .filter(texts -> texts.filter(expected::equals).isPresent())
        .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(20)))
        .block(TestCluster.PATIENCE);
  }

  private static void assertCode(Mono<Void> request, ErrorCode code) {
    assertThatThrownBy(() -> await(request))
        .isInstanceOfSatisfying(
            TableServiceException.class, failure -> assertThat(failure.code()).isEqualTo(code));
  }

  private static void await(Mono<Void> request) {
    request.block(TestCluster.PATIENCE);
  }
}
