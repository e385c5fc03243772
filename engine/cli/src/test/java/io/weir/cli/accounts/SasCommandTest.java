package io.weir.cli.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.cli.Transcript;
import io.weir.cli.terminal.ExitCode;
import io.weir.server.TestRequest;
import io.weir.server.TestServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Tokens that the command makes, used against a server. */
final class SasCommandTest {

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private static TestServer server;

  @BeforeAll
  static void start() {
    var tables = new ModelTableService();
    var birds = new TableName("Birds");
    tables.createTable(birds).block();
    for (var partition : new String[] {"a", "b", "c"}) {
      tables
          .write(birds, new Write.Insert(Entity.builder(partition, "1 & 2").build()))
          .block();
    }
    server = TestServer.over(tables);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void aReadTokenOfATableAllowsNothingElse() throws Exception {
    var url = mint("--table", "Birds", "--permissions", "r");

    assertThat(get(url).statusCode()).isEqualTo(200);
    assertThat(send(url, "POST", "{\"PartitionKey\":\"d\",\"RowKey\":\"1\"}").statusCode())
        .isEqualTo(403);
    assertThat(get(url.replace("Birds()", "Tables")).statusCode()).isEqualTo(403);
  }

  @Test
  void aTokenOfTheAccountListsTables() throws Exception {
    var url = mint("--permissions", "rl");

    assertThat(get(url.replace("?", "/Tables?")).body()).contains("Birds");
  }

  @Test
  void aTokenWithAKeyRangeShowsOnlyThatRange() throws Exception {
    var url = mint(
        "--table",
        "Birds",
        "--permissions",
        "r",
        "--key-from",
        "b",
        "--row-from",
        "1 & 2",
        "--key-to",
        "b");

    assertThat(get(url).body())
        .contains("\"b\"")
        .contains("1 & 2")
        .doesNotContain("\"a\"")
        .doesNotContain("\"c\"");
  }

  @ParameterizedTest
  @CsvSource({
    "--https-only,, AuthorizationProtocolMismatch",
    "--ip, 10.0.0.1-10.0.0.9, AuthorizationSourceIPMismatch",
    "--start, 2099-01-01T00:00:00Z, AuthenticationFailed",
    "--expiry, 2020-01-01T00:00:00Z, AuthenticationFailed",
  })
  void eachRestrictionIsEnforced(String option, String value, String code) throws Exception {
    var args = new ArrayList<>(List.of("--table", "Birds", "--permissions", "r", option));
    if (value != null) {
      args.add(value);
    }

    var answer = get(mint(args.toArray(String[]::new)));

    assertThat(answer.headers().firstValue("x-ms-error-code")).hasValue(code);
  }

  @Test
  void aTokenOfAStoredPolicyContainsNoTermsAndEndsWithThePolicy() throws Exception {
    policy("<SignedIdentifier><Id>readers</Id><AccessPolicy><Expiry>2099-01-01</Expiry>"
        + "<Permission>r</Permission></AccessPolicy></SignedIdentifier>");
    var url = mint("--table", "Birds", "--policy", "readers");

    assertThat(url).contains("si=readers").doesNotContain("sp=").doesNotContain("se=");
    assertThat(get(url).statusCode()).isEqualTo(200);
    assertThat(send(url, "POST", "{\"PartitionKey\":\"d\",\"RowKey\":\"1\"}").statusCode())
        .isEqualTo(403);

    policy("");
    assertThat(get(url).statusCode()).isEqualTo(403);
  }

  @Test
  void aTokenMayAddTermsThatItsPolicyLacks() throws Exception {
    policy("<SignedIdentifier><Id>readers</Id><AccessPolicy><Permission>r</Permission>"
        + "</AccessPolicy></SignedIdentifier>");

    assertThat(get(mint("--table", "Birds", "--policy", "readers", "--valid", "1h"))
            .statusCode())
        .isEqualTo(200);
    assertThat(get(mint("--table", "Birds", "--policy", "readers")).statusCode())
        .isEqualTo(403);
    assertThat(get(mint(
                "--table", "Birds", "--policy", "readers", "--permissions", "r", "--valid", "1h"))
            .statusCode())
        .isEqualTo(403);
  }

  @ParameterizedTest
  @CsvSource({
    "'', 2026-01-31T13:00:00Z",
    "--valid 30m, 2026-01-31T12:30:00Z",
    "--valid 7d, 2026-02-07T12:00:00Z",
    "--valid 1h30m, 2026-01-31T13:30:00Z",
    "--start 2026-03-01T00:00:00Z --valid 8h, 2026-03-01T08:00:00Z",
    "--expiry 2026-03-01T00:00:00Z, 2026-03-01T00:00:00Z",
  })
  void aTokenExpiresAtTheGivenTime(String args, String end) {
    var all = new ArrayList<>(List.of("--endpoint", server.accountUrl(), "--permissions", "rl"));
    all.addAll(args.isEmpty() ? List.of() : List.of(args.split(" ")));
    var screen = new Transcript();
    var command = new SasCommand(
        screen.terminal(), Clock.fixed(Instant.parse("2026-01-31T12:00:00Z"), ZoneOffset.UTC));

    assertThat(new CommandLine(command).execute(all.toArray(String[]::new))).isZero();

    assertThat(screen.out()).contains("&se=" + end.replace(":", "%3A") + "&");
  }

  @Test
  void aRangeMayEndWithinAPartition() throws Exception {
    var args = List.of("--table", "Birds", "--permissions", "r", "--key-to", "a", "--row-to");
    var whole = new ArrayList<>(args);
    whole.add("1 & 2");
    var cut = new ArrayList<>(args);
    cut.add("1");

    assertThat(get(mint(whole.toArray(String[]::new))).body()).contains("\"a\"");
    assertThat(get(mint(cut.toArray(String[]::new))).body()).doesNotContain("\"a\"");
  }

  private static void policy(String identifiers) {
    assertThat(TestRequest.request(
                server,
                "PUT",
                "/Birds?comp=acl",
                "<SignedIdentifiers>" + identifiers + "</SignedIdentifiers>")
            .header("Content-Type", "application/xml")
            .signing("acl")
            .send()
            .statusCode())
        .isEqualTo(204);
  }

  @Test
  void aTokenForTheAddressOfTheSenderIsAccepted() throws Exception {
    assertThat(get(mint("--permissions", "rl", "--ip", "127.0.0.1").replace("?", "/Tables?"))
            .statusCode())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--table Birds | Say what is allowed",
        "--permissions r --key-from a | give --table",
        "--table Birds --permissions r --row-from a | missing=spk",
        "--permissions r --expiry soon | --expiry is a time",
        "--permissions r --valid soon | --valid is a time",
        "--permissions r --valid 1h --expiry 2099-01-01T00:00:00Z | exclude each other",
        "--table 1 --permissions r | no name of a table",
      })
  void invalidOptionsAreReportedInsteadOfAToken(String args, String said) {
    var screen = new Transcript();

    assertThat(run(screen, args.split(" "))).isEqualTo(ExitCode.WRONG_USAGE);

    assertThat(screen.err()).contains(said);
    assertThat(screen.out()).isEmpty();
  }

  private static String mint(String... args) {
    var screen = new Transcript();
    assertThat(run(screen, args)).as(screen.err()).isZero();
    return screen.out().strip();
  }

  private static int run(Transcript screen, String... args) {
    var all = new ArrayList<>(List.of("sas", "--endpoint", server.accountUrl()));
    all.addAll(List.of(args));
    return screen.run(Map.of(), all.toArray(String[]::new));
  }

  private static HttpResponse<String> get(String url) throws IOException, InterruptedException {
    return send(url, "GET", "");
  }

  private static HttpResponse<String> send(String url, String method, String body)
      throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create(url))
        .method(method, BodyPublishers.ofString(body))
        .header("Accept", "application/json;odata=nometadata")
        .header("Content-Type", "application/json")
        .build();
    return HTTP.send(request, BodyHandlers.ofString());
  }
}
