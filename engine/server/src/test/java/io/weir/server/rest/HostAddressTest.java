package io.weir.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpMethod;
import io.weir.api.AccountName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.wire.SharedKey;
import io.weir.server.SharedAccessToken;
import io.weir.server.TestServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;

/** Requests whose host name contains the account, as in the cloud. */
class HostAddressTest {

  private static final AccountName ACCOUNT = AccountName.DEVELOPMENT;
  private static final SharedKey KEY = SharedKey.of(ACCOUNT, SharedKey.DEVELOPMENT_KEY);
  private static final String HOST = ACCOUNT + ".table.weir.example";

  @RegisterExtension
  static final TestServer SERVER = TestServer.over(new ModelTableService());

  /** A response. */
  private record Response(int status, String body) {}

  @BeforeAll
  static void fill() {
    assertThat(signed("POST", "/Tables", "{\"TableName\":\"Birds\"}").status()).isEqualTo(201);
    // With a path-style address this would be a table with the name of its account.
    assertThat(signed("POST", "/Tables", "{\"TableName\":\"" + ACCOUNT + "\"}").status())
        .isEqualTo(201);
    var owl = "{\"PartitionKey\":\"Owls\",\"RowKey\":\"1\"}";
    assertThat(signed("POST", "/Birds", owl).status()).isEqualTo(201);
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTP11", "H2C"})
  void linksUseTheHostThatTheClientAddressed(HttpProtocol protocol) {
    var path = "/Birds(PartitionKey='Owls',RowKey='1')";

    var answer = send(
        client(protocol),
        HOST,
        "GET",
        path + "?$format=application/json;odata=fullmetadata",
        "",
        signature(path));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body())
        .contains("\"http://" + HOST + "/$metadata#Birds/@Element\"")
        .contains("\"odata.id\":\"http://" + HOST + "/Birds(PartitionKey='Owls',RowKey='1')\"");
  }

  @Test
  void tableMayHaveTheNameOfItsAccount() {
    var insert = "{\"PartitionKey\":\"a\",\"RowKey\":\"b\"}";

    assertThat(signed("POST", "/" + ACCOUNT, insert).status()).isEqualTo(201);
    assertThat(signed("GET", "/" + ACCOUNT + "()", "").body()).contains("\"RowKey\":\"b\"");
  }

  @Test
  void signatureOfAPathStyleAddressIsRejected() {
    var answer = send(
        client(HttpProtocol.HTTP11),
        HOST,
        "GET",
        "/Tables",
        "",
        signature("/" + ACCOUNT + "/Tables"));

    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.body()).contains("AuthenticationFailed");
  }

  @Test
  void secondaryIsReadOnly() {
    var secondary = ACCOUNT + "-secondary.table.weir.example";
    var http = client(HttpProtocol.HTTP11);
    var read = send(http, secondary, "GET", "/Tables", "", signature("/Tables"));
    var written =
        send(http, secondary, "POST", "/Tables", "{\"TableName\":\"No\"}", signature("/Tables"));

    assertThat(read.status()).isEqualTo(200);
    assertThat(written.status()).isEqualTo(403);
  }

  @Test
  void sharedAccessSignatureIsValidInBothStyles() {
    var query = SharedAccessToken.ofTable("birds", Map.of("sp", "r", "se", "2099-01-01T00:00:00Z"));

    var answer = send(client(HttpProtocol.HTTP11), HOST, "GET", "/Birds()?" + query, "", Map.of());

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).contains("Owls");
  }

  @Test
  void operationsOfATransactionUseTheSameHost() {
    var operation = "PUT http://" + HOST + "/Birds(PartitionKey='Gulls',RowKey='1') HTTP/1.1\r\n"
        + "Content-Type: application/json\r\nHost: elsewhere\r\n\r\n{\"N\":1}";
    var headers = new HashMap<>(signature("/$batch"));
    headers.put("Content-Type", BatchBody.TYPE);

    var answer = send(
        client(HttpProtocol.HTTP11),
        HOST,
        "POST",
        "/$batch",
        BatchBody.changeSet(operation),
        headers);

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.body()).contains("HTTP/1.1 204");
    assertThat(signed("GET", "/Birds(PartitionKey='Gulls',RowKey='1')", "").status())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/health", "/metrics"})
  void operatorPagesDoNotHideTables(String path) {
    var http = client(HttpProtocol.HTTP11);

    assertThat(send(http, HOST, "GET", path, "", signature(path)).body()).contains("TableNotFound");
    assertThat(send(http, "weir.example", "GET", path, "", Map.of()).status()).isEqualTo(200);
  }

  private static Response signed(String method, String path, String body) {
    return send(client(HttpProtocol.HTTP11), HOST, method, path, body, signature(path));
  }

  private static Map<String, String> signature(String path) {
    var date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
        Clock.systemUTC().instant().atOffset(ZoneOffset.UTC));
    return Map.of("x-ms-date", date, "Authorization", KEY.authorizationLite(date, path, ""));
  }

  /** Returns a client that connects to the test server for every host name. */
  private static HttpClient client(HttpProtocol protocol) {
    return HttpClient.newConnection()
        .protocol(protocol)
        .remoteAddress(
            () -> new InetSocketAddress(InetAddress.getLoopbackAddress(), SERVER.port()));
  }

  private static Response send(
      HttpClient http,
      String host,
      String method,
      String target,
      String body,
      Map<String, String> headers) {
    return http.headers(sent -> {
          sent.set("Host", host).set("Accept", "application/json;odata=nometadata");
          if (!body.isEmpty()) {
            sent.set("Content-Type", "application/json");
          }
          headers.forEach(sent::set);
        })
        .request(HttpMethod.valueOf(method))
        .uri(target)
        .send(Mono.just(Unpooled.copiedBuffer(body, StandardCharsets.UTF_8)))
        .responseSingle((answer, bytes) -> bytes
            .asString()
            .defaultIfEmpty("")
            .map(text -> new Response(answer.status().code(), text)))
        .blockOptional(Duration.ofSeconds(20))
        .orElseThrow();
  }
}
