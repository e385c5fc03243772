package io.weir.server.auth;

/** A bearer token that is not good for anything here. */
public final class TokenRefused extends Exception {

  private static final long serialVersionUID = 1L;

  private final boolean authentic;

  private TokenRefused(String facts, boolean authentic) {
    super(facts, null, false, false);
    this.authentic = authentic;
  }

  /** It proves nothing. */
  public static TokenRefused invalid(String facts) {
    return new TokenRefused(facts, false);
  }

  /** It proves who somebody is, and that they have no role here. */
  public static TokenRefused withoutRole() {
    return new TokenRefused("missing=role", true);
  }

  boolean isAuthentic() {
    return authentic;
  }
}
