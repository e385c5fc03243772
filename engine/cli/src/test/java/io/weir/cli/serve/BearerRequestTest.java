package io.weir.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.cli.StandIn;
import io.weir.client.DialectChoice;
import io.weir.client.WeirClient;
import io.weir.client.credential.BearerToken;
import io.weir.server.auth.TestIssuer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;

/** Requests with bearer tokens to a server that has fetched its issuer's keys. */
final class BearerRequestTest {

  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final TestIssuer ISSUER = new TestIssuer();

  @TempDir
  static Path folder;

  private static StandIn keys;
  private static ServedStore served;

  @BeforeAll
  static void start() throws IOException {
    keys = StandIn.at("/keys", exchange -> {
      var bytes = ISSUER.keys().getBytes(UTF_8);
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
      exchange.close();
    });
    served = ServedStore.serve(
        folder.resolve("store"),
        "--issuer",
        TestIssuer.NAME,
        "--audience",
        TestIssuer.AUDIENCE,
        "--issuer-keys",
        keys.origin() + "/keys");
  }

  @AfterAll
  static void stop() throws Exception {
    served.close();
    keys.close();
  }

  @Test
  void readerMayReadAndNotWrite() throws Exception {
    var token = token("reader");

    assertThat(send("GET", "/Tables", token).statusCode()).isEqualTo(200);
    assertThat(code(send("POST", "/Tables", token))).isEqualTo("AuthorizationPermissionMismatch");
  }

  @Test
  void contributorMayWriteAndNotBackUp() throws Exception {
    var token = token("contributor");

    assertThat(send("POST", "/Tables", token).statusCode()).isEqualTo(201);
    assertThat(code(send("POST", "/$backup?name=x", token))).isEqualTo("AuthorizationFailure");
  }

  @Test
  void readerMayReadValuesAndNotWriteThem() throws Exception {
    var at = "/Valued(PartitionKey='p',RowKey='r')/$value/photo";
    var reader = token("reader");
    var contributor = token("contributor");
    served.insert("Valued", 1);

    assertThat(code(send("PUT", at, reader))).isEqualTo("AuthorizationPermissionMismatch");
    assertThat(code(send("PUT", at, "a.b.c"))).isEqualTo("InvalidAuthenticationInfo");
    assertThat(send("PUT", at, contributor).statusCode()).isEqualTo(201);
    assertThat(send("GET", at, reader).body()).isEqualTo("{\"TableName\":\"Vouched\"}");
    assertThat(code(send("DELETE", at, reader))).isEqualTo("AuthorizationPermissionMismatch");
    assertThat(send("DELETE", at, contributor).statusCode()).isEqualTo(204);
    assertThat(code(send("GET", at, reader))).isEqualTo("ResourceNotFound");
  }

  @Test
  void authenticTokenWithoutARoleIsForbidden() throws Exception {
    assertThat(code(send("GET", "/Tables", token("nobody"))))
        .isEqualTo("AuthorizationPermissionMismatch");
  }

  @Test
  void invalidTokenIsAnsweredWithTheChallenge() throws Exception {
    var answer = send("GET", "/Tables", "a.b.c");

    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(code(answer)).isEqualTo("InvalidAuthenticationInfo");
    assertThat(answer.headers().firstValue("WWW-Authenticate"))
        .hasValue(
            "Bearer authorization_uri=" + TestIssuer.NAME + " resource_id=" + TestIssuer.AUDIENCE);
  }

  @Test
  void requestWithoutCredentialsIsAnsweredWithTheChallenge() throws Exception {
    var answer = send("GET", "/Tables", "");

    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(code(answer)).isEqualTo("NoAuthenticationInformation");
    assertThat(answer.headers().firstValue("WWW-Authenticate")).isPresent();
  }

  @Test
  void accountKeysAreStillAccepted() {
    served.insert("Owned", 1);
  }

  @ParameterizedTest
  @EnumSource(names = {"STREAMING", "REST"})
  void clientGetsANewTokenAfterOneHasExpired(DialectChoice dialect) {
    var issued = new AtomicInteger();
    var expired =
        ISSUER.sign(TestIssuer.claims(Instant.now().minusSeconds(3600)).claim("roles", "reader"));
    var good = token("reader");
    var client = WeirClient.builder()
        .endpoint(served.origin() + "/devstoreaccount1")
        .dialect(dialect)
        .bearerTokens(
            Mono.fromSupplier(() -> BearerToken.of(issued.incrementAndGet() == 1 ? expired : good)))
        .loops(1)
        .connect();

    assertThat(client.tables(Query.ALL).block(SOON)).isNotNull();
    assertThat(client.tables(Query.ALL).block(SOON)).isNotNull();
    assertThat(issued).hasValue(2);
    client.closeLater().block(SOON);
  }

  private static String token(String role) {
    return ISSUER.sign(TestIssuer.claims(Instant.now()).claim("roles", List.of(role)));
  }

  private static String code(HttpResponse<String> answer) {
    return answer.headers().firstValue("x-ms-error-code").orElseThrow();
  }

  private static HttpResponse<String> send(String method, String resource, String token)
      throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(
            URI.create(served.origin() + "/devstoreaccount1" + resource))
        .method(method, BodyPublishers.ofString("{\"TableName\":\"Vouched\"}"))
        .header("Content-Type", "application/json");
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    return HTTP.send(request.build(), BodyHandlers.ofString());
  }
}
