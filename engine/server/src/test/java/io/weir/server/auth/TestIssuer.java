package io.weir.server.auth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Instant;
import java.util.Date;
import java.util.Set;

/** A token issuer with its own key. */
public final class TestIssuer {

  public static final String NAME = "https://login.example/tenant";
  public static final String AUDIENCE = "https://storage.example";

  private final ECKey key;

  public TestIssuer() {
    try {
      key = new ECKeyGenerator(Curve.P_256).keyID("key-" + System.nanoTime()).generate();
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
  }

  public static IssuerTerms terms() {
    return new IssuerTerms(
        NAME,
        AUDIENCE,
        NAME + "/authorize",
        "roles",
        Set.of("reader"),
        Set.of("contributor", "Table Data Contributor"));
  }

  /** Returns the public key set. */
  public String keys() {
    return new JWKSet(key.toPublicJWK()).toString();
  }

  /** Returns the claims of a valid token without roles. */
  public static JWTClaimsSet.Builder claims(Instant now) {
    return new JWTClaimsSet.Builder()
        .issuer(NAME)
        .audience(AUDIENCE)
        .subject("somebody")
        .expirationTime(Date.from(now.plusSeconds(600)));
  }

  public String sign(JWTClaimsSet.Builder claims) {
    try {
      return sign(JWSAlgorithm.ES256, new ECDSASigner(key), claims);
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
  }

  /** Forges a token: uses the text of the public key as an HMAC secret. */
  String signWithThePublicKey(JWTClaimsSet.Builder claims) {
    try {
      return sign(JWSAlgorithm.HS256, new MACSigner(key.toPublicJWK().toJSONString()), claims);
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
  }

  private String sign(JWSAlgorithm algorithm, JWSSigner signer, JWTClaimsSet.Builder claims)
      throws JOSEException {
    var token = new SignedJWT(
        new JWSHeader.Builder(algorithm).keyID(key.getKeyID()).build(), claims.build());
    token.sign(signer);
    return token.serialize();
  }
}
