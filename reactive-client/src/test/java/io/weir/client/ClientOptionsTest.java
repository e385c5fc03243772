package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.wire.SharedKey;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ClientOptionsTest {

  private static final String KEY = "bm90IGEgc2VjcmV0";

  @Test
  void withoutAWordTheDevelopmentAccountIsMeant() {
    var options = ClientOptions.builder().build();

    assertThat(options.host()).isEqualTo("127.0.0.1");
    assertThat(options.port()).isEqualTo(10002);
    assertThat(options.path()).isEqualTo("/devstoreaccount1");
    assertThat(options.key().account()).isEqualTo(AccountName.DEVELOPMENT);
  }

  @Test
  void theAccountIsThatOfTheEndpointUnlessAnotherIsNamed() {
    var own = ClientOptions.builder().endpoint("http://example.org:80/mine/").key(KEY);

    assertThat(own.build().key().account()).isEqualTo(new AccountName("mine"));
    assertThat(own.build().path()).isEqualTo("/mine");
    assertThat(own.account("other").build().key().account()).isEqualTo(new AccountName("other"));
  }

  @Test
  void allMistakesAreToldAtOnceAndNoKey() {
    var wrong = ClientOptions.builder()
        .endpoint("https://example.org/mine")
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

  @Test
  void anAccountOfOnesOwnNeedsItsKey() {
    assertThatThrownBy(() -> ClientOptions.builder().endpoint("http://h:1/mine").build())
        .hasMessageContaining("key=missing");
  }

  @Test
  void theKeyIsNotShown() {
    assertThat(ClientOptions.builder().build().toString())
        .doesNotContain(SharedKey.DEVELOPMENT_KEY);
  }
}
