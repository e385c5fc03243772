package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.api.filter.Filter;
import io.weir.api.wire.Frame;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.client.credential.BearerToken;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** The place of each kind of credential in a request. */
final class AuthorizedRequestTest {

  private static final TableName TABLE = new TableName("People");
  private static final Write INSERT = new Write.Insert(Entity.builder("p", "r").build());
  private static final Frame DONE = new Frame.Result(new WriteResult(1));
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ScriptedServer server = new ScriptedServer();
  private final AtomicInteger issued = new AtomicInteger();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aKeySignsTheRequest() {
    server.thenFrames(DONE);

    send(server.client());

    assertThat(authorization(0)).startsWith("SharedKeyLite devstoreaccount1:");
  }

  @Test
  void aSharedAccessSignatureIsAppendedToTheQueryAndSentInNoHeader() {
    server.thenFrames(DONE).then((request, response) -> response.status(204).send());

    var client =
        server.client().sharedAccessSignature("?sv=2019-02-02&sig=a%2Bb").connect();
    client.write(TABLE, INSERT).block(PATIENCE);
    client.deleteRange(TABLE, Filter.ALL).block(PATIENCE);
    client.closeLater().block(PATIENCE);

    assertThat(server.requests().get(0)).endsWith("/People/$write?sv=2019-02-02&sig=a+b");
    assertThat(server.requests().get(1)).endsWith("/People()?$filter=true&sv=2019-02-02&sig=a+b");
    assertThat(authorization(0)).isNull();
  }

  @Test
  void anExpiredTokenIsRenewedAndTheWriteRepeated() {
    server.thenRefusal(expired()).thenFrames(DONE).thenFrames(DONE);

    var client = server.client().bearerTokens(tokens()).connect();
    client.write(TABLE, INSERT).block(PATIENCE);
    client.write(TABLE, INSERT).block(PATIENCE);
    client.closeLater().block(PATIENCE);

    assertThat(authorization(0)).isEqualTo("Bearer token1");
    assertThat(authorization(1)).isEqualTo("Bearer token2");
    assertThat(authorization(2)).isEqualTo("Bearer token2");
  }

  @Test
  void aRenewedTokenThatIsRefusedFailsTheCall() {
    server.thenRefusal(expired()).thenRefusal(expired());

    assertThatThrownBy(() -> send(server.client().bearerTokens(tokens())))
        .isInstanceOf(AccessDeniedException.class);
    assertThat(server.requests()).hasSize(2);
  }

  @Test
  void aRequestWithARefusedKeyIsNotRepeated() {
    server.thenRefusal(expired());

    assertThatThrownBy(() -> send(server.client())).isInstanceOf(AccessDeniedException.class);
    assertThat(server.requests()).hasSize(1);
  }

  private static void send(ClientOptions.Builder options) {
    var client = options.connect();
    try {
      client.write(TABLE, INSERT).block(PATIENCE);
    } finally {
      client.closeLater().block(PATIENCE);
    }
  }

  private Mono<BearerToken> tokens() {
    return Mono.fromSupplier(() -> BearerToken.of("token" + issued.incrementAndGet()));
  }

  private static Frame.Failure expired() {
    return new Frame.Failure(
        new AccessDeniedException(ErrorCode.INVALID_AUTHENTICATION_INFO, "token=expired"));
  }

  private String authorization(int request) {
    return server.headers().get(request).get("Authorization");
  }
}
