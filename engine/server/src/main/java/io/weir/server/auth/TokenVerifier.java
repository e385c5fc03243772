package io.weir.server.auth;

/** Tells what a bearer token allows. Called on the loops; must not block. */
public interface TokenVerifier {

  /**
   * The role that the token gives.
   *
   * <p>Fails with {@link TokenRefused} when it is not good: another issuer or audience, a wrong signature, out of its time; and when
   * it names none of the roles.
   */
  Role verify(String token) throws TokenRefused;

  /** Value of the header {@code WWW-Authenticate} that tells a client where tokens are to be had. */
  String challenge();
}
