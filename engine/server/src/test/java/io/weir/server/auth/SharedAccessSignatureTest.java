package io.weir.server.auth;

import static io.weir.server.auth.SignedAccess.OTHER;
import static io.weir.server.auth.SignedAccess.TABLE;
import static io.weir.server.auth.SignedAccess.assertAuthenticationFailed;
import static io.weir.server.auth.SignedAccess.assertDenied;
import static io.weir.server.auth.SignedAccess.entity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.write.Write;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The validity of shared access signatures: their periods, addresses, protocols, options and stored
 * policies.
 */
class SharedAccessSignatureTest {

  private final SignedAccess access = new SignedAccess();
  private final Map<String, String> token = access.token;

  @ParameterizedTest
  @CsvSource({
    "se,2020-11-07T12:00:00Z,signature=expired",
    "se,2020-11-07T12:00:00.0000001Z,",
    "se,2020-11-07T12:01Z,",
    "se,2020-11-08,",
    "se,2020-11-07,signature=expired",
    "se,2020-11-07T13:00:00+01:00,signature=expired",
    "se,tomorrow,expected=date in=se",
    "st,2020-11-07T12:00:00Z,",
    "st,2020-11-07T12:00:00.1Z,signature=notYetValid",
    "sip,127.0.0.1,",
    "sip,127.0.0.0-127.0.0.9,",
    "spr,'https,http',",
    "spr,'',",
    "spr,http,'expected=https|https,http in=spr'",
    "spr,'http,https','expected=https|https,http in=spr'",
    "spr,HTTPS,'expected=https|https,http in=spr'",
    "si,policy,policy=unknown",
    "srk,1,missing=spk",
    "erk,1,missing=epk",
  })
  void signatureIsValidWithinItsPeriodAddressesAndProtocols(
      String option, String value, String refusal) {
    token.put(option, value);

    if (refusal == null) {
      assertThat(access.tables()).isNotNull();
    } else {
      assertAuthenticationFailed(refusal, access::tables);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "sip,10.0.0.1,AuthorizationSourceIPMismatch",
    "sip,127.0.0.2-127.0.0.9,AuthorizationSourceIPMismatch",
    "sip,::1,AuthorizationSourceIPMismatch",
    "spr,https,AuthorizationProtocolMismatch"
  })
  void otherAddressesAndProtocolsAreRejected(String option, String value, String code) {
    token.put(option, value);

    assertThatThrownBy(access::tables)
        .isInstanceOfSatisfying(
            AccessDeniedException.class,
            failure -> assertThat(failure.code().code()).isEqualTo(code));
  }

  @ParameterizedTest
  @CsvSource({"sp,raud,r", "tn,people,other", "se,2020-11-08T00:00:00Z,2030-11-08", "epk,a,b"})
  void changingASignedOptionInvalidatesTheSignature(String option, String signed, String changed) {
    token.put(option, signed);
    var signature = access.sign();
    token.put(option, changed);

    assertThatThrownBy(() -> access.tables(signature))
        .isInstanceOfSatisfying(
            AccessDeniedException.class,
            failure -> assertThat(failure.facts()).isEqualTo("signature=mismatch"));
  }

  @Test
  void storedPolicySuppliesMissingTerms() {
    access.storePolicy(
        "<Start>2020-11-07T00:00:00Z</Start><Expiry>2020-11-08T00:00:00Z</Expiry><Permission>r</Permission>");
    token.keySet().retainAll(Set.of("sv", "tn"));
    token.put("si", "readers");

    var tables = access.tables();

    assertThat(tables.query(TABLE, Query.ALL).count().block()).isEqualTo(5);
    assertDenied(
        tables.write(TABLE, new Write.Insert(entity("x/1"))), "AuthorizationPermissionMismatch");
  }

  @ParameterizedTest
  @CsvSource({
    "<Permission>r</Permission>,missing=se",
    "<Expiry>2020-11-08T00:00:00Z</Expiry>,missing=sp",
    "<Expiry>2020-11-07T12:00:00Z</Expiry><Permission>r</Permission>,signature=expired",
  })
  void termMissingFromSignatureAndPolicyIsRejected(String terms, String refusal) {
    access.storePolicy(terms);
    token.keySet().retainAll(Set.of("sv", "tn"));
    token.put("si", "readers");

    assertAuthenticationFailed(refusal, access::tables);
  }

  @Test
  void signatureWithoutTableNameAppliesToTheTableInThePath() {
    access.storePolicy("<Expiry>2020-11-08T00:00:00Z</Expiry><Permission>r</Permission>");
    token.keySet().retainAll(Set.of("sv"));
    token.put("si", "readers");
    var signature = access.signOf("people");

    for (var path : List.of("People", "people()", "People(PartitionKey='a',RowKey='1')")) {
      var tables = access.tables(path, signature);
      assertThat(tables.query(TABLE, Query.ALL).count().block()).isEqualTo(5);
      assertDenied(tables.page(OTHER, Query.ALL), "AuthorizationFailure");
    }
    assertAuthenticationFailed("signature=mismatch", () -> access.tables("Other", signature));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Tables", "Tables('People')", "$batch", "People(", "a"})
  void signatureWithoutTableNameIsRejectedIfThePathNamesNoTable(String path) {
    token.remove("tn");

    assertAuthenticationFailed("missing=tn", () -> access.tables(path, access.signOf("people")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sig=AAAA", "sig=", "se=2030-11-08", "sp=raud", "sv=2019-02-02"})
  void repeatedOptionIsRejected(String again) {
    var name = again.substring(0, again.indexOf('='));

    assertAuthenticationFailed(
        "optionGivenTwice=" + name, () -> access.tables("People", access.sign() + "&" + again));
  }
}
