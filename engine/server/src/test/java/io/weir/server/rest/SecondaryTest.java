package io.weir.server.rest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.AccountSettings;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.Entity;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import io.weir.api.wire.FrameEncoder;
import io.weir.api.write.Write;
import io.weir.server.Backend;
import io.weir.server.ModelSettings;
import io.weir.server.SharedAccessToken;
import io.weir.server.TestRequest;
import io.weir.server.TestServer;
import io.weir.server.http.ServerOptions;
import io.weir.server.operator.Readiness;
import io.weir.server.settings.AccessPolicies;
import io.weir.server.settings.StoredPolicies;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The address of the secondary, for a backend with a copy whose content differs. */
final class SecondaryTest {

  private static final TableName TABLE = new TableName("Birds");
  private static final String STATS = "/?restype=service&comp=stats";
  private static final String AT_SECONDARY = "-secondary";

  private final ModelTableService leader = new ModelTableService();
  private final ModelTableService copy = new ModelTableService();
  private final ModelSettings leaderSettings = new ModelSettings();
  private final ModelSettings copySettings = new ModelSettings();
  private final AtomicLong syncedTicks = new AtomicLong();
  private TestServer server;

  @BeforeEach
  void start() {
    for (var tables : new ModelTableService[] {leader, copy}) {
      tables.createTable(TABLE).block();
    }
    leader.write(TABLE, new Write.Insert(bird("new"))).block();
    copy.write(TABLE, new Write.Insert(bird("old"))).block();
    var backend = new Backend(
            account -> leader, account -> leaderSettings, Readiness.of(() -> true))
        .withSecondary(
            new Backend.Secondary(account -> copy, account -> copySettings, syncedTicks::get));
    server = TestServer.over(backend, ServerOptions.builder().port(0).build());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static Entity bird(String name) {
    return Entity.builder("p", "r").set("Name", name).build();
  }

  @ParameterizedTest
  @CsvSource({
    "'/Birds()', application/json",
    "'/Birds(PartitionKey=''p'',RowKey=''r'')', application/json",
    "'/Birds()', application/x-ndjson",
    "'/Birds()', application/vnd.weir.entities",
    "'/Birds(PartitionKey=''p'',RowKey=''r'')', application/vnd.weir.entities"
  })
  void readsInEachDialectFindTheContentOfTheCopy(String resource, String accept) {
    var atSecondary = TestRequest.secondary(server, "GET", resource.replace("'", "%27"), "")
        .header("Accept", accept)
        .sendForBytes();
    var atPrimary = TestRequest.get(server, resource.replace("'", "%27"))
        .header("Accept", accept)
        .sendForBytes();

    assertThat(text(atSecondary)).contains("old").doesNotContain("new");
    assertThat(text(atPrimary)).contains("new").doesNotContain("old");
  }

  @Test
  void readsThatAreSentAsABodyFindTheContentOfTheCopy() {
    var key = new String(FrameEncoder.encode(new Frame.Key(bird("").key())), ISO_8859_1);
    var piped = TestRequest.secondary(server, "POST", "/Birds/" + Dialect.READS, key)
        .header("Content-Type", Dialect.BINARY)
        .sendForBytes();
    var together = TestRequest.secondary(
            server,
            "POST",
            "/%24getAll",
            "{\"keys\":[{\"table\":\"Birds\",\"PartitionKey\":\"p\",\"RowKey\":\"r\"}]}")
        .send();

    assertThat(text(piped)).contains("old");
    assertThat(together.body()).contains("old");
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /Birds",
    "POST, /Tables",
    "DELETE, /Tables(%27Birds%27)",
    "PUT, '/Birds(PartitionKey=%27p%27,RowKey=%27r%27)'",
    "PATCH, '/Birds(PartitionKey=%27p%27,RowKey=%27r%27)'",
    "DELETE, '/Birds(PartitionKey=%27p%27,RowKey=%27r%27)'",
    "POST, /%24batch",
    "POST, /Birds/%24bulk",
    "POST, /Birds/%24writes",
    "POST, /%24commit"
  })
  void writesAreRefusedThere(String method, String resource) {
    var answer = TestRequest.secondary(server, method, resource, "{}").send();

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.headers().firstValue("x-ms-error-code")).contains("AuthorizationFailure");
  }

  @Test
  void aStoredPolicyCountsAsTheCopyHasIt() {
    var entity = "/Birds(PartitionKey=%27p%27,RowKey=%27r%27)?"
        + SharedAccessToken.ofTable("birds", Map.of("si", "readers"));

    allowReaders(copySettings);
    assertThat(unsigned(AT_SECONDARY + entity).statusCode()).isEqualTo(200);
    assertThat(unsigned(entity).statusCode()).isEqualTo(403);

    allowReaders(leaderSettings);
    assertThat(unsigned(entity).statusCode()).isEqualTo(200);
  }

  private static void allowReaders(AccountSettings settings) {
    var policy = "<SignedIdentifiers><SignedIdentifier><Id>readers</Id><AccessPolicy>"
        + "<Expiry>2999-01-01</Expiry><Permission>r</Permission>"
        + "</AccessPolicy></SignedIdentifier></SignedIdentifiers>";
    StoredPolicies.ofTables(account -> settings)
        .replace(AccountName.DEVELOPMENT, TABLE, AccessPolicies.parse(policy.getBytes(UTF_8)))
        .block();
  }

  private HttpResponse<String> unsigned(String resource) {
    return TestRequest.unsigned(server, "GET", resource, "").send();
  }

  @Test
  void statisticsTellUpToWhenTheCopyHasAllChanges() {
    syncedTicks.set(EdmDateTime.of(Instant.parse("2026-11-30T03:10:59.9Z")).ticks());

    assertThat(statistics())
        .contains("<Status>live</Status>")
        .contains("<LastSyncTime>Mon, 30 Nov 2026 03:10:59 GMT</LastSyncTime>");
  }

  @Test
  void aCopyThatHasAppliedNothingIsStillBeginning() {
    assertThat(statistics()).contains("<Status>bootstrap</Status><LastSyncTime/>");
  }

  @Test
  void aLeaderWithoutOtherNodesHasNoCopyElsewhere() {
    syncedTicks.set(-1);

    assertThat(statistics()).contains("<Status>unavailable</Status><LastSyncTime/>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD"})
  void thePrimaryHasNoStatistics(String method) {
    assertThat(TestRequest.request(server, method, STATS, "")
            .signing("stats")
            .send()
            .statusCode())
        .isEqualTo(400);
  }

  private String statistics() {
    return TestRequest.secondary(server, "GET", STATS, "")
        .signing("stats")
        .send()
        .body();
  }

  private static String text(HttpResponse<byte[]> answer) {
    assertThat(answer.statusCode()).isEqualTo(200);
    return new String(answer.body(), ISO_8859_1);
  }
}
