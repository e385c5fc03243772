package io.weir.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.wire.SharedKey;
import io.weir.cli.Transcript;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SignedRequestTest {

  private static final String URL = "http://127.0.0.1:10002/devstoreaccount1/";
  private static final SharedKey KEY =
      SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-01-02T03:04:05Z"), ZoneOffset.UTC);
  private static final String DATE = "Fri, 02 Jan 2026 03:04:05 GMT";

  @Test
  void dateAndPathAreSignedAndTheQueryIsNot() {
    var signed = SignedRequest.of(URL + "People()?$top=3&x=%20", KEY, CLOCK);

    assertThat(signed.date()).isEqualTo(DATE);
    assertThat(signed.authorization())
        .isEqualTo("SharedKeyLite devstoreaccount1:"
            + KEY.sign(DATE + "\n/devstoreaccount1/devstoreaccount1/People()"));
  }

  @Test
  void compIsSigned() {
    var signed = SignedRequest.of(URL + "People?timeout=5&comp=acl", KEY, CLOCK);

    assertThat(signed.authorization())
        .endsWith(KEY.sign(DATE + "\n/devstoreaccount1/devstoreaccount1/People?comp=acl"));
  }

  @Test
  void theCommandPrintsACurlConfiguration() {
    var screen = new Transcript();

    assertThat(screen.run(Map.of(), "sign", URL + "Tables")).isZero();

    assertThat(screen.out().lines())
        .hasSize(3)
        .satisfiesExactly(
            line -> assertThat(line).isEqualTo("url = \"" + URL + "Tables\""),
            line -> assertThat(line).startsWith("header = \"x-ms-date: "),
            line -> assertThat(line)
                .startsWith("header = \"Authorization: SharedKeyLite devstoreaccount1:"));
  }
}
