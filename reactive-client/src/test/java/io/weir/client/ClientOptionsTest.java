package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.wire.SharedKey;
import io.weir.client.credential.BearerToken;
import io.weir.client.options.Endpoint;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

final class ClientOptionsTest {

  private static final String KEY = "bm90IGEgc2VjcmV0";

  @Test
  void theDefaultIsTheDevelopmentAccount() {
    var options = ClientOptions.builder().build();

    assertThat(options.endpoint().host()).isEqualTo("127.0.0.1");
    assertThat(options.endpoint().port()).isEqualTo(10002);
    assertThat(options.endpoint().path()).isEqualTo("/devstoreaccount1");
    assertThat(options.credential()).hasToString("SharedKey[devstoreaccount1]");
  }

  @Test
  void theEndpointNamesTheAccountUnlessAnOptionDoes() {
    var own = ClientOptions.builder().endpoint("http://example.org:80/mine/").key(KEY);

    assertThat(own.build().credential()).hasToString("SharedKey[mine]");
    assertThat(own.build().endpoint().path()).isEqualTo("/mine");
    assertThat(own.account("other").build().credential()).hasToString("SharedKey[other]");
  }

  @Test
  void severalEndpointsAreThoseOfOneAccount() {
    var options = ClientOptions.builder()
        .endpoints("https://a.example/mine", "https://b.example:10002/mine/")
        .key(KEY);

    assertThat(options.build().endpoints())
        .extracting(Endpoint::origin)
        .containsExactly("https://a.example:443", "https://b.example:10002");
    assertThat(options.build().retries().limit()).isEqualTo(10);
    assertThat(options.retries(3).build().retries().limit()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://a.example/mine,http://b.example/other",
        "http://a.example/mine,https://b.example/mine",
        "http://a.example/mine,https://mine.table.b.example",
        "http://a.example/mine,http://a.example:80/mine",
        "http://a.example/mine,",
        "http://a.example/mine,b"
      })
  void endpointsThatAreNotOfOneAccountAreRefused(String urls) {
    assertThatThrownBy(() -> ClientOptions.builder().endpoint(urls).key(KEY).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("endpoint");
  }

  @Test
  void aTokenIsForEncryptedOrLocalEndpointsOnlyAndForAllOfThem() {
    var token = Mono.just(new BearerToken("t", Optional.empty()));

    assertThatThrownBy(() -> ClientOptions.builder()
            .endpoints("http://127.0.0.1/mine", "http://b.example/mine")
            .bearerTokens(token)
            .build())
        .hasMessageContaining("bearerTokens=inClearText");
  }

  @Test
  void theHostNameMayContainTheAccount() {
    var options = ClientOptions.builder()
        .endpoint("https://mine.table.example.org/")
        .key(KEY)
        .build();

    assertThat(options.endpoint().path()).isEmpty();
    assertThat(options.endpoint().port()).isEqualTo(443);
    assertThat(options.endpoint().encryption()).isPresent();
    assertThat(options.credential()).hasToString("SharedKey[mine]");
  }

  @Test
  void allMistakesAreReportedTogetherWithoutTheKey() {
    var wrong = ClientOptions.builder()
        .endpoint("ftp://example.org/mine")
        .account("Not An Account")
        .key(SharedKey.DEVELOPMENT_KEY)
        .connections(0)
        .retries(-1)
        .silenceTimeout(Duration.ZERO)
        .streamWindowBytes(1);

    assertThatThrownBy(wrong::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("endpoint=")
        .hasMessageContaining("accountName")
        .hasMessageContaining("connections=0")
        .hasMessageContaining("retries=-1")
        .hasMessageContaining("silenceTimeout=PT0S")
        .hasMessageContaining("streamWindowBytes=1")
        .hasMessageNotContaining(SharedKey.DEVELOPMENT_KEY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://example.org",
        "http://example.org/Mine",
        "http://example.org/mine/more",
        "http://example.org/mine?sv=1",
        "http://user@example.org/mine",
        "example.org/mine"
      })
  void anEndpointContainsOnlyAnAccount(String url) {
    assertThatThrownBy(() -> ClientOptions.builder().endpoint(url).key(KEY).build())
        .hasMessageContaining("endpoint=" + url);
  }

  @Test
  void anAccountOtherThanTheDevelopmentAccountNeedsACredential() {
    assertThatThrownBy(() -> ClientOptions.builder().endpoint("http://h:1/mine").build())
        .hasMessageContaining("key=missing")
        .hasMessageContaining("sharedAccessSignature");
  }

  @Test
  void twoCredentialsAreRefused() {
    var two = ClientOptions.builder().key(KEY).sharedAccessSignature("sv=1&sig=abc%3D");

    assertThatThrownBy(two::build)
        .hasMessageContaining("credentials=key,sharedAccessSignature expected=oneOfThem")
        .hasMessageNotContaining("abc");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?", "sv=1", "sig=", "sv=1&sig=a b", "sig=a#b", "sig=ä"})
  void anInvalidSignatureIsRefusedWithoutItsText(String text) {
    assertThatThrownBy(() -> ClientOptions.builder().sharedAccessSignature(text).build())
        .hasMessageContaining("sharedAccessSignature=unreadable")
        .hasMessageNotContaining("sig=a");
  }

  @Test
  void bearerTokensNeedAnEncryptedConnection() {
    var tokens = Mono.just(BearerToken.of("abc"));

    assertThatThrownBy(() -> ClientOptions.builder()
            .endpoint("http://example.org/mine")
            .bearerTokens(tokens)
            .build())
        .hasMessageContaining("bearerTokens=inClearText");
    assertThat(ClientOptions.builder().bearerTokens(tokens).build().credential())
        .hasToString("BearerTokens");
  }

  @Test
  void noSecretIsShown() {
    var signed =
        ClientOptions.builder().sharedAccessSignature("?sv=1&sig=secret").build();
    var token = BearerToken.of("secret");

    assertThat(ClientOptions.builder().build().toString())
        .doesNotContain(SharedKey.DEVELOPMENT_KEY);
    assertThat(signed.toString()).doesNotContain("secret");
    assertThat(token.toString()).doesNotContain("secret");
    assertThatThrownBy(() -> BearerToken.of("a secret\nX-Header: 1"))
        .hasMessageNotContaining("secret");
  }
}
