package io.weir.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.api.wire.SharedKey;
import io.weir.server.ModelSettings;
import io.weir.server.request.RequestHead;
import io.weir.server.request.Sender;
import io.weir.server.request.TestHeads;
import io.weir.server.settings.StoredPolicies;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SharedKeyAuthenticatorTest {

  private static final AccountName ACCOUNT = new AccountName("account1");
  private static final SharedKey KEY = SharedKey.of(ACCOUNT, "a2V5MQ==");
  private static final SharedKey SECOND = SharedKey.of(ACCOUNT, "a2V5Mg==");
  private static final Instant NOW = Instant.parse("2020-11-07T01:23:21Z");
  private static final Sender SENDER = new Sender(InetAddress.getLoopbackAddress(), false);
  private static final String DATE = "Sat, 07 Nov 2020 01:23:21 GMT";

  private final Authentication authenticator = new Authentication(
      AccountRegistry.of(new Account(ACCOUNT, List.of(KEY, SECOND)), Account.development()),
      StoredPolicies.ofTables(account -> new ModelSettings()),
      Clock.fixed(NOW, ZoneOffset.UTC));

  @Test
  void sharedKeyLiteIsAccepted() {
    assertAccepted(
        "/account1/Tables",
        "x-ms-date",
        DATE,
        "Authorization",
        KEY.authorizationLite(DATE, "/account1/Tables", ""));
  }

  @Test
  void sharedKeyIsAccepted() {
    var signed = SharedKey.stringToSign(
        "POST", "md5", "application/json", DATE, "/account1/account1/Tables");

    authenticate(TestHeads.of(
        "POST",
        "/account1/Tables",
        "Date",
        DATE,
        "Content-MD5",
        "md5",
        "Content-Type",
        "application/json",
        "Authorization",
        "SharedKey account1:" + KEY.sign(signed)));
  }

  @Test
  void tunnelledVerbIsSignedAsPost() {
    var signed = SharedKey.stringToSign("POST", "", "", DATE, "/account1/account1/T(a)");

    authenticate(TestHeads.of(
        "POST",
        "/account1/T(a)",
        "Date",
        DATE,
        "X-HTTP-Method",
        "MERGE",
        "Authorization",
        "SharedKey account1:" + KEY.sign(signed)));
  }

  @Test
  void bothKeysOfAnAccountAreAccepted() {
    assertAccepted(
        "/account1",
        "Date",
        DATE,
        "Authorization",
        SECOND.authorizationLite(DATE, "/account1", ""));
  }

  @Test
  void xMsDateTakesPrecedenceOverDate() {
    assertAccepted(
        "/account1",
        "Date",
        "Sat, 07 Nov 2010 01:23:21 GMT",
        "x-ms-date",
        DATE,
        "Authorization",
        KEY.authorizationLite(DATE, "/account1", ""));
  }

  @Test
  void compIsSigned() {
    assertAccepted(
        "/account1?restype=service&comp=properties",
        "Date",
        DATE,
        "Authorization",
        KEY.authorizationLite(DATE, "/account1", "properties"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "/account1/T(P='a') | /account1/T(P=%27a%27)",
        "/account1/T(P=%27a%27) | /account1/T(P='a')",
        "/account1-secondary/T | /account1-secondary/T",
        "/account1-secondary/T | /account1/T",
        "/account1-secondary/T('a') | /account1/T(%27a%27)",
      })
  void pathMayBeSignedInAnEquivalentSpelling(String sent, String signed) {
    assertAccepted(sent, "Date", DATE, "Authorization", KEY.authorizationLite(DATE, signed, ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Sat, 07 Nov 2020 01:08:21 GMT", "Sat, 07 Nov 2020 01:38:21 GMT"})
  void dateMayDifferByFifteenMinutes(String date) {
    assertAccepted(
        "/account1", "Date", date, "Authorization", KEY.authorizationLite(date, "/account1", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sat, 07 Nov 2020 01:08:20 GMT",
        "Sat, 07 Nov 2020 01:38:22 GMT",
        "2020-11-07T01:23:21Z",
        "now",
        ""
      })
  void otherDatesAreRejected(String date) {
    assertRejected(
        "expected=dateWithin15Minutes",
        "/account1",
        "Date",
        date,
        "Authorization",
        KEY.authorizationLite(date, "/account1", ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"SharedKey", "SharedKeyLite"})
  void requestWithoutDateIsRejectedBecauseItCouldBeReplayedForever(String scheme) {
    var text = scheme.equals("SharedKey")
        ? SharedKey.stringToSign("GET", "", "", "", "/account1/account1")
        : SharedKey.stringToSignLite("", "/account1/account1");
    var header = scheme + " account1:" + KEY.sign(text);
    var refusal = "expected=dateWithin15Minutes";

    assertRejected(refusal, "/account1", "Authorization", header);
    assertRejected(refusal, "/account1", "Date", "", "Authorization", header);
    assertRejected(refusal, "/account1", "x-ms-date", "", "Authorization", header);
    assertRejected(
        "signature=mismatch", "/account1", "x-ms-date", "", "Date", DATE, "Authorization", header);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SharedKey", "SharedKeyLite"})
  void currentDateThatWasNotSignedIsRejected(String scheme) {
    var old = "Sat, 07 Nov 2020 01:08:20 GMT";
    var text = scheme.equals("SharedKey")
        ? SharedKey.stringToSign("GET", "", "", old, "/account1/account1")
        : SharedKey.stringToSignLite(old, "/account1/account1");
    var header = scheme + " account1:" + KEY.sign(text);

    assertRejected(
        "signature=mismatch", "/account1", "x-ms-date", DATE, "Date", old, "Authorization", header);
    assertRejected(
        "expected=dateWithin15Minutes",
        "/account1",
        "x-ms-date",
        old,
        "Date",
        DATE,
        "Authorization",
        header);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bearer token",
        "SharedKeyLite",
        "SharedKeyLite account1",
        "Basic account1:abc",
        "sharedkeylite account1:abc",
      })
  void otherSchemesAreRejected(String header) {
    assertRejected(
        "expected=SharedKey|SharedKeyLite", "/account1", "Date", DATE, "Authorization", header);
  }

  @Test
  void missingHeaderIsRejected() {
    assertRejected("missing=Authorization", "/account1", "Date", DATE);
  }

  @Test
  void signatureByAnotherKeyIsRejected() {
    var other = SharedKey.of(ACCOUNT, "b3RoZXI=");

    assertRejected(
        "signature=mismatch",
        "/account1",
        "Date",
        DATE,
        "Authorization",
        other.authorizationLite(DATE, "/account1", ""));
  }

  @Test
  void signatureOfAnotherPathIsRejected() {
    assertRejected(
        "signature=mismatch",
        "/account1/Other",
        "Date",
        DATE,
        "Authorization",
        KEY.authorizationLite(DATE, "/account1", ""));
  }

  @Test
  void keyOfAnotherAccountIsRejected() {
    assertRejected(
        "account=unknown",
        "/devstoreaccount1",
        "Date",
        DATE,
        "Authorization",
        KEY.authorizationLite(DATE, "/devstoreaccount1", ""));
    assertRejected(
        "account=unknown",
        "/nobody",
        "Date",
        DATE,
        "Authorization",
        KEY.authorizationLite(DATE, "/nobody", ""));
  }

  private void authenticate(RequestHead head) {
    assertThat(authenticator.authenticate(head, SENDER)).isNotNull();
  }

  private void assertAccepted(String target, String... headers) {
    assertThatCode(() -> authenticate(TestHeads.of("GET", target, headers)))
        .doesNotThrowAnyException();
  }

  private void assertRejected(String facts, String target, String... headers) {
    assertThatThrownBy(() -> authenticate(TestHeads.of("GET", target, headers)))
        .isInstanceOfSatisfying(AccessDeniedException.class, failure -> {
          assertThat(failure.code()).isEqualTo(ErrorCode.AUTHENTICATION_FAILED);
          assertThat(failure.facts()).isEqualTo(facts);
        });
  }
}
