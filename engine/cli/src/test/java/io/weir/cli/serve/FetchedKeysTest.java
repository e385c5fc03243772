package io.weir.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import io.weir.cli.StandIn;
import io.weir.server.auth.JwtVerifier;
import io.weir.server.auth.Role;
import io.weir.server.auth.TestIssuer;
import io.weir.server.auth.TokenRefused;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The times at which the keys of an issuer are fetched, and their effect on tokens. The test runs
 * every check.
 */
final class FetchedKeysTest {

  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

  private final TestIssuer before = new TestIssuer();
  private final TestIssuer after = new TestIssuer();

  private StandIn issuer;
  private volatile int status = 200;
  private volatile String body = before.keys();
  private final AtomicInteger fetches = new AtomicInteger();
  private long nanos;
  private FetchedKeys keys;
  private JwtVerifier verifier;

  @BeforeEach
  void fetch() throws IOException {
    issuer = StandIn.at("/keys", this::answer);
    keys = new FetchedKeys(URI.create(issuer.origin() + "/keys"), () -> nanos);
    verifier = new JwtVerifier(TestIssuer.terms(), keys.keys(), () -> NOW);
  }

  @AfterEach
  void stop() {
    issuer.close();
  }

  @Test
  void keysAreFetchedAgainAfterFiveMinutes() throws TokenRefused {
    body = after.keys();
    pass(Duration.ofMinutes(5).minusNanos(1));
    assertThat(keys.check()).isFalse();
    assertThat(fetches).hasValue(1);

    pass(Duration.ofNanos(1));
    assertThat(keys.check()).isTrue();

    assertThat(verifier.verify(tokenOf(after))).isEqualTo(Role.READER);
    assertThat(fetches).hasValue(2);
  }

  @Test
  void aTokenWithAnUnknownKeyCausesAFetchAtTheNextCheck() throws TokenRefused {
    body = after.keys();

    assertThatThrownBy(() -> verifier.verify(tokenOf(after))).isInstanceOf(TokenRefused.class);
    assertThat(keys.check()).isTrue();

    assertThat(verifier.verify(tokenOf(after))).isEqualTo(Role.READER);
  }

  @Test
  void manyUnknownKeysCauseOneFetchPerInterval() {
    for (var i = 0; i < 20; i++) {
      assertThatThrownBy(() -> verifier.verify(tokenOf(new TestIssuer())))
          .isInstanceOf(TokenRefused.class);
    }

    assertThat(keys.check()).isFalse();
    assertThat(keys.check()).isFalse();

    assertThat(fetches).hasValue(2);
    assertThat(keys.interval()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void tokensWithAKnownKeyCauseNoFetch() throws TokenRefused {
    assertThat(verifier.verify(tokenOf(before))).isEqualTo(Role.READER);
    assertThatThrownBy(() -> verifier.verify(expired())).isInstanceOf(TokenRefused.class);

    assertThat(keys.check()).isFalse();
    assertThat(fetches).hasValue(1);
  }

  @Test
  void aFailingIssuerLeavesTheKeysUnchanged() throws TokenRefused {
    for (var bad : new String[] {"", "no json", "{\"keys\":[]}"}) {
      body = bad;
      status = bad.isEmpty() ? 503 : 200;
      pass(Duration.ofMinutes(5));

      assertThat(keys.check()).isFalse();
      assertThat(verifier.verify(tokenOf(before))).isEqualTo(Role.READER);
    }
    assertThat(fetches).hasValue(4);
  }

  @Test
  void anAddressWithoutKeysFailsTheStart() {
    var elsewhere = URI.create(issuer.origin() + "/nothing");

    assertThatThrownBy(() -> new FetchedKeys(elsewhere))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/nothing answers 404");
  }

  private void answer(HttpExchange exchange) throws IOException {
    fetches.incrementAndGet();
    var bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  private static String tokenOf(TestIssuer signer) {
    return signer.sign(TestIssuer.claims(NOW).claim("roles", "reader"));
  }

  private String expired() {
    return before.sign(TestIssuer.claims(NOW.minusSeconds(3600)).claim("roles", "reader"));
  }
}
