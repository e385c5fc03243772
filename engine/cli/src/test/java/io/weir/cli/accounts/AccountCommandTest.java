package io.weir.cli.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.Write;
import io.weir.cli.Transcript;
import io.weir.cli.serve.ServingThread;
import io.weir.cli.terminal.ExitCode;
import io.weir.client.WeirClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** Accounts and keys, from the command line to the server that reads them. */
final class AccountCommandTest {

  private static final Duration SOON = Duration.ofSeconds(30);
  private static final TableName TABLE = new TableName("Birds");

  @TempDir
  Path folder;

  @Test
  void keysAreShownOnlyOnRequest() {
    assertThat(ok("add", "birds")).isEqualTo("birds key1\n");
    var key = shown("rotate", "birds", "--slot", "key2");

    assertThat(Base64.getDecoder().decode(key)).hasSize(64);
    assertThat(ok("list")).isEqualTo("birds key1\nbirds key2\n");
    assertThat(ok("list", "--show-keys")).contains("birds key2 " + key + "\n");
  }

  @Test
  void eachRotationMakesANewKey() {
    ok("add", "birds");

    assertThat(shown("rotate", "birds", "--slot", "key1"))
        .isNotEqualTo(shown("rotate", "birds", "--slot", "key1"));
  }

  @Test
  void theOnlyKeyOfAnAccountCannotBeRemovedButTheAccountCan() {
    ok("add", "birds");
    ok("add", "fish");

    assertThat(refused("remove", "birds", "--slot", "key1")).contains("needs key1 or key2");
    ok("rotate", "birds", "--slot", "key2");
    assertThat(ok("remove", "birds", "--slot", "key1")).isEqualTo("Removed birds key1.\n");
    ok("remove", "fish");

    assertThat(ok("list")).isEqualTo("birds key2\n");
  }

  @Test
  void existingAndMissingAndInvalidAccountsAreReported() {
    ok("add", "birds");

    assertThat(refused("add", "birds")).contains("already");
    assertThat(refused("rotate", "fish", "--slot", "key1")).contains("no account fish");
    assertThat(refused("add", "Fish!")).contains("'Fish!' is no account");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rotate birds", "rotate birds --slot key3", "add", "remove", "shrink"})
  void anIncompleteCommandPointsToTheHelp(String args) {
    ok("add", "birds");

    assertThat(refused(args.split(" "))).contains("Try 'weir account");
    assertThat(ok("list")).isEqualTo("birds key1\n");
  }

  @Test
  void aSubcommandIsRequired() {
    var screen = new Transcript();

    assertThat(screen.run(Map.of(), "account")).isEqualTo(ExitCode.WRONG_USAGE);

    assertThat(screen.err()).contains("account add, list, rotate or remove");
  }

  @Test
  void aRunningServerAcceptsKeysWhileTheFileContainsThem() throws Exception {
    var first = shown("add", "birds");
    var file = folder.resolve("accounts");
    try (var serving =
        ServingThread.start(folder.resolve("store"), Map.of(), "--accounts", file.toString())) {
      assertThat(serving.startLine()).contains("account birds)").doesNotContain(first);
      var second = shown("rotate", "birds", "--slot", "key2");
      var reading = shown("rotate", "birds", "--slot", "readonly1");
      var byFirst = client(serving, first);
      var bySecond = client(serving, second);
      var byReading = client(serving, reading);
      byFirst.createTable(TABLE).block(SOON);

      assertThat(untilKnown(bySecond.tables(Query.ALL).hasElement())).isTrue();
      assertThat(byReading.query(TABLE, Query.ALL).count().block(SOON)).isZero();
      assertThat(failure(
              byReading.write(TABLE, new Write.Insert(Entity.builder("p", "r").build()))))
          .isEqualTo("AuthorizationPermissionMismatch");

      ok("remove", "birds", "--slot", "key1");
      assertThat(untilRefused(byFirst.tables(Query.ALL))).isEqualTo("AuthenticationFailed");
      assertThat(bySecond.tables(Query.ALL).hasElement().block(SOON)).isTrue();
      close(byFirst, bySecond, byReading);
    }
  }

  @Test
  void theEnvironmentMayNameSeveralAccounts() throws Exception {
    var keys = Map.of("WEIR_ACCOUNT_KEYS", "fish:YQ==:Yg==;birds:Yw==");
    try (var serving = ServingThread.start(folder.resolve("store"), keys)) {
      var birds = client(serving, "Yw==");
      var fish = WeirClient.builder()
          .endpoint(serving.url().replace("/birds", "/fish"))
          .key("Yg==")
          .loops(1)
          .connect();

      birds.createTable(TABLE).block(SOON);

      assertThat(serving.startLine()).contains("account birds, fish)");
      assertThat(fish.table(TABLE).hasElement().block(SOON)).isFalse();
      close(birds, fish);
    }
  }

  @Test
  void unreadableAccountsEndTheStartWithoutShowingAKey() throws Exception {
    var screen = new Transcript();
    var exit = screen.run(Map.of("WEIR_ACCOUNT_KEYS", "birds:c2VjcmV0:x!"), "serve");

    assertThat(exit).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(screen.err()).contains("birds").doesNotContain("c2VjcmV0");

    ok("add", "birds");
    var file = folder.resolve("accounts");
    assertThat(file.toFile().setReadable(true, false)).isTrue();
    screen = new Transcript();
    exit = screen.run(Map.of(), "serve", "--accounts", file.toString());
    assertThat(exit).isEqualTo(ExitCode.FAILED);
    assertThat(screen.err()).contains("chmod 600").doesNotContain("Exception");
    assertThat(Files.exists(Path.of("weir-data"))).isFalse();
  }

  /** The server looks at its files every few seconds. */
  private static <T> T untilKnown(Mono<T> request) {
    return request
        .retryWhen(Retry.fixedDelay(100, Duration.ofMillis(200))
            .filter(AccessDeniedException.class::isInstance))
        .block(SOON);
  }

  private static String untilRefused(Mono<?> request) {
    return failure(
        request.repeatWhen(again -> again.delayElements(Duration.ofMillis(200))).then());
  }

  private static String failure(Mono<?> request) {
    return request
        .then(Mono.just("no failure"))
        .onErrorResume(
            TableServiceException.class, failure -> Mono.just(failure.code().code()))
        .blockOptional(SOON)
        .orElseThrow();
  }

  private static WeirClient client(ServingThread serving, String key) {
    return WeirClient.builder().endpoint(serving.url()).key(key).loops(1).connect();
  }

  private static void close(WeirClient... clients) {
    for (var client : clients) {
      client.closeLater().block(SOON);
    }
  }

  private String shown(String... args) {
    var all = new ArrayList<>(List.of(args));
    all.add("--show-keys");
    return ok(all.toArray(String[]::new)).strip().split(" ", -1)[2];
  }

  private String ok(String... args) {
    var screen = new Transcript();
    assertThat(run(screen, args)).as(screen.err()).isZero();
    return screen.out();
  }

  private String refused(String... args) {
    var screen = new Transcript();
    assertThat(run(screen, args)).isNotZero();
    return screen.err();
  }

  private int run(Transcript screen, String... args) {
    var all = new ArrayList<>(List.of("account"));
    all.addAll(List.of(args));
    all.addAll(List.of("--accounts", folder.resolve("accounts").toString()));
    return screen.run(Map.of(), all.toArray(String[]::new));
  }
}
