package io.weir.api.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.error.InvalidRequestException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharedKeyGoldenTest {

  private static final String DATE = "Sat, 07 Nov 2020 01:23:21 GMT";

  private final SharedKey key = SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);

  @Test
  void pathStyleSignsTheAccountTwice() {
    var resource = SharedKey.resource(AccountName.DEVELOPMENT, "/devstoreaccount1/Tables('x')", "");

    assertThat(resource).isEqualTo("/devstoreaccount1/devstoreaccount1/Tables('x')");
  }

  @Test
  void compIsTheOnlySignedQueryOption() {
    var resource = SharedKey.resource(AccountName.DEVELOPMENT, "/devstoreaccount1/People", "acl");

    assertThat(resource).isEqualTo("/devstoreaccount1/devstoreaccount1/People?comp=acl");
  }

  @Test
  void sharedKeySignsALineForEachAbsentHeader() {
    assertThat(SharedKey.stringToSign("GET", "", "", DATE, "/a/b"))
        .isEqualTo("GET\n\n\n" + DATE + "\n/a/b");
  }

  /** Expected value: openssl dgst -sha256 -mac HMAC over the same text. */
  @Test
  void signaturesEqualThoseOfOpenssl() {
    var signature = key.authorizationLite(DATE, "/devstoreaccount1/Tables", "");

    assertThat(signature)
        .isEqualTo("SharedKeyLite devstoreaccount1:8gJimngmPm4PwfLO0hgKvw68vF2vfEvORVJCwbt8FhU=");
  }

  @Test
  void verifiesItsOwnSignatureOnly() {
    assertThat(key.verifies("text", key.sign("text"))).isTrue();
    assertThat(key.verifies("other", key.sign("text"))).isFalse();
    assertThat(key.verifies("text", "not base64!")).isFalse();
    assertThat(key.verifies("text", "")).isFalse();
  }

  @Test
  void manyThreadsMaySignAtOnce() {
    var expected = key.sign("text");

    var signatures =
        IntStream.range(0, 2000).parallel().mapToObj(i -> key.sign("text")).distinct();

    assertThat(signatures).containsExactly(expected);
  }

  @Test
  void refusesAKeyThatIsNotBase64() {
    assertThatThrownBy(() -> SharedKey.of(AccountName.DEVELOPMENT, "%"))
        .isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(() -> SharedKey.of(AccountName.DEVELOPMENT, ""))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void theTextFormHidesTheKey() {
    assertThat(key).hasToString("SharedKey[devstoreaccount1]");
  }
}
