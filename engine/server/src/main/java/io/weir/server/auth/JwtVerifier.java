package io.weir.server.auth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.text.ParseException;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Verifies signed JSON Web Tokens (RFC 7519), with the restrictions of RFC 8725.
 *
 * <p>Accepts only signatures by asymmetric keys. An unsigned token is therefore rejected, and so is
 * one that uses the text of a public key as an HMAC secret. Tolerates a clock difference of one
 * minute. Any thread; a verification takes 0.05 to 0.3 ms on the calling loop.
 */
public final class JwtVerifier implements TokenVerifier {

  private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(
      JWSAlgorithm.RS256,
      JWSAlgorithm.RS384,
      JWSAlgorithm.RS512,
      JWSAlgorithm.PS256,
      JWSAlgorithm.PS384,
      JWSAlgorithm.PS512,
      JWSAlgorithm.ES256,
      JWSAlgorithm.ES384,
      JWSAlgorithm.ES512);

  private final IssuerTerms terms;
  private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

  public JwtVerifier(IssuerTerms terms, IssuerKeys keys, InstantSource clock) {
    this.terms = terms;
    processor.setJWSKeySelector(
        new JWSVerificationKeySelector<>(ALGORITHMS, (selector, context) -> keys.select(selector)));
    processor.setJWTClaimsSetVerifier(new Claims(terms, clock));
  }

  @Override
  public Role verify(String token) throws TokenRefused {
    var claims = verified(token);
    var roles = named(claims.getClaim(terms.rolesClaim()));
    if (roles.stream().anyMatch(terms.contributorRoles()::contains)) {
      return Role.CONTRIBUTOR;
    }
    if (roles.stream().anyMatch(terms.readerRoles()::contains)) {
      return Role.READER;
    }
    throw TokenRefused.withoutRole();
  }

  @Override
  public String challenge() {
    return "Bearer authorization_uri=" + terms.authorizationUri() + " resource_id="
        + terms.audience();
  }

  private JWTClaimsSet verified(String token) throws TokenRefused {
    try {
      return processor.process(SignedJWT.parse(token), null);
    } catch (ParseException e) {
      throw TokenRefused.invalid("expected=signedJwt");
    } catch (BadJOSEException e) {
      throw TokenRefused.invalid("token=refused");
    } catch (JOSEException e) {
      throw TokenRefused.invalid("token=unverifiable");
    }
  }

  private static List<String> named(@Nullable Object claim) {
    if (claim instanceof Collection<?> several) {
      return several.stream().map(String::valueOf).toList();
    }
    return claim == null
        ? List.of()
        : Stream.of(claim.toString().split(" ", -1)).toList();
  }

  /** Checks the claims of a token: audience, issuer and expiry. */
  private static final class Claims extends DefaultJWTClaimsVerifier<SecurityContext> {

    private final InstantSource clock;

    Claims(IssuerTerms terms, InstantSource clock) {
      super(
          terms.audience(),
          new JWTClaimsSet.Builder().issuer(terms.issuer()).build(),
          Set.of("exp"));
      this.clock = clock;
    }

    @Override
    protected Date currentTime() {
      return Date.from(clock.instant());
    }
  }
}
