package io.weir.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import java.io.IOException;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.Test;

final class JwtVerifierTest {

  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

  private final TestIssuer issuer = new TestIssuer();
  private final IssuerKeys keys = keysOf(issuer);
  private final JwtVerifier verifier = new JwtVerifier(TestIssuer.terms(), keys, () -> NOW);

  @Test
  void rolesAreReadFromAListOrAString() throws TokenRefused {
    assertThat(verifier.verify(issuer.sign(with("roles", List.of("x", "reader")))))
        .isEqualTo(Role.READER);
    assertThat(verifier.verify(issuer.sign(with("roles", "reader contributor"))))
        .isEqualTo(Role.CONTRIBUTOR);
    assertThat(verifier.verify(issuer.sign(with("roles", List.of("Table Data Contributor")))))
        .isEqualTo(Role.CONTRIBUTOR);
  }

  @Test
  void authenticTokenWithoutARoleIsRejected() {
    assertRejected(issuer.sign(TestIssuer.claims(NOW)), "missing=role");
    assertRejected(issuer.sign(with("roles", List.of("readers"))), "missing=role");
    assertRejected(issuer.sign(with("scope", "reader")), "missing=role");
  }

  @Test
  void eachClaimIsVerified() {
    assertRejected(issuer.sign(reader().issuer("https://other.example")), "token=refused");
    assertRejected(issuer.sign(reader().audience("https://other.example")), "token=refused");
    assertRejected(issuer.sign(reader().audience((String) null)), "token=refused");
    assertRejected(issuer.sign(reader().expirationTime(null)), "token=refused");
    assertRejected(
        issuer.sign(reader().expirationTime(Date.from(NOW.minusSeconds(61)))), "token=refused");
    assertRejected(
        issuer.sign(reader().notBeforeTime(Date.from(NOW.plusSeconds(61)))), "token=refused");
  }

  @Test
  void clocksMayDifferByOneMinute() throws TokenRefused {
    assertThat(
            verifier.verify(issuer.sign(reader().expirationTime(Date.from(NOW.minusSeconds(55))))))
        .isEqualTo(Role.READER);
  }

  @Test
  void forgedTokensAreRejected() {
    var token = issuer.sign(reader());
    var payload = token.indexOf('.') + 5;
    var changed = token.substring(0, payload)
        + (token.charAt(payload) == 'A' ? 'B' : 'A')
        + token.substring(payload + 1);

    assertRejected(new TestIssuer().sign(reader()), "token=refused");
    assertRejected(new PlainJWT(reader().build()).serialize(), "expected=signedJwt");
    assertRejected(issuer.signWithThePublicKey(reader()), "token=refused");
    assertThatThrownBy(() -> verifier.verify(changed)).isInstanceOf(TokenRefused.class);
    assertRejected("", "expected=signedJwt");
    assertRejected("a.b.c", "expected=signedJwt");
  }

  @Test
  void newKeysReplaceOldOnes() throws Exception {
    var next = new TestIssuer();
    keys.replaceWith(next.keys());

    assertThat(verifier.verify(next.sign(reader()))).isEqualTo(Role.READER);
    assertRejected(issuer.sign(reader()), "token=refused");
  }

  @Test
  void invalidKeySetKeepsTheCurrentKeys() throws TokenRefused {
    assertThatThrownBy(() -> keys.replaceWith("{}")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> keys.replaceWith("{\"keys\":[]}"))
        .hasMessageContaining("no public key");

    assertThat(verifier.verify(issuer.sign(reader()))).isEqualTo(Role.READER);
  }

  @Test
  void challengeNamesTheAuthorizationAddressAndTheAudience() {
    assertThat(verifier.challenge())
        .isEqualTo("Bearer authorization_uri=https://login.example/tenant/authorize"
            + " resource_id=https://storage.example");
  }

  private static JWTClaimsSet.Builder reader() {
    return with("roles", List.of("reader"));
  }

  private static JWTClaimsSet.Builder with(String claim, Object value) {
    return TestIssuer.claims(NOW).claim(claim, value);
  }

  private void assertRejected(String token, String facts) {
    assertThatThrownBy(() -> verifier.verify(token))
        .isInstanceOf(TokenRefused.class)
        .hasMessage(facts);
  }

  private static IssuerKeys keysOf(TestIssuer issuer) {
    try {
      return IssuerKeys.parse(issuer.keys());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
