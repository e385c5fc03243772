package io.weir.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.ServiceFailedException;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The requests of operators and of owners of accounts: their addresses, their answers, and answers
 * that break.
 */
@Timeout(60)
final class RemoteAdministrationTest {

  private static final Duration WAIT = Duration.ofSeconds(30);
  private static final TableName BIRDS = new TableName("Birds");
  private static final String OK = "HTTP/1.1 200 OK";
  private static final String NOTHING = "Content-Length: 0";
  private static final String TWO = "Content-Length: 2";

  private RawService service;
  private WeirClient client;

  @BeforeEach
  void start() throws IOException {
    service = RawService.start();
    client = service.client().connect();
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    service.close();
  }

  @Test
  void documentsAreReturnedAsTheyCome() {
    service.then("{}", OK, TWO).then("[]", OK, TWO).then("{}", OK, TWO).then("<>", OK, TWO);
    var administration = client.administration();

    assertThat(administration.shards().block(WAIT)).isEqualTo("{}".getBytes(UTF_8));
    assertThat(administration.advice().block(WAIT)).isEqualTo("[]".getBytes(UTF_8));
    assertThat(administration.advice(BIRDS).block(WAIT)).isEqualTo("{}".getBytes(UTF_8));
    assertThat(administration.accessPolicies(BIRDS).block(WAIT)).isEqualTo("<>".getBytes(UTF_8));
    assertThat(service.lines("get "))
        .containsExactly(
            "get /devstoreaccount1/?comp=shards http/1.1",
            "get /devstoreaccount1/?comp=advice http/1.1",
            "get /devstoreaccount1/birds?comp=advice http/1.1",
            "get /devstoreaccount1/birds?comp=acl http/1.1");
  }

  @Test
  void aChangeWhoseAnswerIsLostIsSentAgain() {
    service
        .thenBreak()
        .then("", "HTTP/1.1 202 Moved", NOTHING)
        .thenBreak()
        .then("", "HTTP/1.1 204 Set");
    var administration = client.administration();

    administration.moveShard(3, 1).block(WAIT);
    administration.setAccessPolicies(BIRDS, "<x/>".getBytes(UTF_8)).block(WAIT);

    assertThat(service.lines("put "))
        .hasSize(4)
        .contains(
            "put /devstoreaccount1/?comp=shards&shard=3&loop=1 http/1.1",
            "put /devstoreaccount1/birds?comp=acl http/1.1");
    assertThat(service.requests().get(3).body()).isEqualTo("<x/>");
  }

  /** The next leader would hand over again, to any node. */
  @Test
  void aHandOverWhoseAnswerIsLostIsSentAgainOnlyIfItNamesTheNode() {
    service.thenBreak().then("", "HTTP/1.1 204 Led").thenBreak();
    var administration = client.administration();

    administration.transferLeadership("b").block(WAIT);
    assertThat(service.requests()).hasSize(2);

    assertThatThrownBy(() -> administration.transferLeadership().block(WAIT))
        .isInstanceOf(ServiceFailedException.class)
        .hasMessageContaining("outcome=unknown");
    assertThat(service.requests()).hasSize(3);
  }

  @Test
  void theLinesOfABackupComeAsTheServiceWritesThem() {
    service.thenBreak(
        "{\"a\":1}\n{\"b\":\"\u00c3\u00a4\"}\n", OK, "Content-Type: application/x-ndjson");

    assertThat(client.administration().backup("mon day").collectList().block(WAIT))
        .containsExactly("{\"a\":1}", "{\"b\":\"\u00e4\"}");
    assertThat(service.lines("post "))
        .containsExactly("post /devstoreaccount1/%24backup?name=mon%20day http/1.1");
  }

  @Test
  void aBackupSaysHowManyStay() {
    service.thenBreak("{\"a\":1}\n", OK, "Content-Type: application/x-ndjson");

    assertThat(client.administration().backup("monday", 7).collectList().block(WAIT))
        .hasSize(1);
    assertThat(service.lines("post "))
        .containsExactly("post /devstoreaccount1/%24backup?name=monday&keep=7 http/1.1");
  }

  @Test
  void aBackupIsNotRepeatedWhenItsAnswerBreaksOff() {
    service.thenBreak("{\"a\":1}\n{\"b\"", OK, "Content-Length: 40");

    assertThatThrownBy(() -> client.administration().backup("monday").blockLast(WAIT))
        .isInstanceOf(ServiceFailedException.class)
        .hasMessageContaining("outcome=unknown");
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void aLineHasALimit() {
    var longest = "x".repeat(64 * 1024);
    service
        .thenBreak(longest + "\n", OK, "Content-Type: application/x-ndjson")
        .thenBreak(longest + "x\n", OK, "Content-Type: application/x-ndjson");

    assertThat(client.administration().backup("a").blockLast(WAIT)).isEqualTo(longest);
    assertThatThrownBy(() -> client.administration().backup("b").blockLast(WAIT))
        .hasMessageContaining("tooLongLine limit=65536");
  }

  @Test
  void aRefusedBackupIsThatOfItsBody() {
    var body = "{\"odata.error\":{\"code\":\"NotImplemented\",\"message\":{\"value\":\""
        + ErrorCode.NOT_IMPLEMENTED.text() + " reason=noBackupFolder\"}}}";
    service.then(body, "HTTP/1.1 501 No", "Content-Length: " + body.length());

    assertThatThrownBy(() -> client.administration().backup("monday").blockLast(WAIT))
        .isInstanceOfSatisfying(
            InvalidRequestException.class,
            failure -> assertThat(failure.facts()).isEqualTo("reason=noBackupFolder"));
  }
}
