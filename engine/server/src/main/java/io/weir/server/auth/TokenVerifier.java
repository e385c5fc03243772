package io.weir.server.auth;

/** Verifies bearer tokens. Called on event loops; must not block. */
public interface TokenVerifier {

  /**
   * Returns the role that the token grants.
   *
   * <p>Fails with {@link TokenRefused} if issuer, audience, signature or validity period is wrong,
   * or if the token names no known role.
   */
  Role verify(String token) throws TokenRefused;

  /**
   * Returns the value of the {@code WWW-Authenticate} header. It tells a client where to get a
   * token.
   */
  String challenge();
}
