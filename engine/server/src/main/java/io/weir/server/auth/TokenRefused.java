package io.weir.server.auth;

/** The failure for a bearer token that grants nothing. */
public final class TokenRefused extends Exception {

  private static final long serialVersionUID = 1L;

  private final boolean authentic;

  private TokenRefused(String facts, boolean authentic) {
    super(facts, null, false, false);
    this.authentic = authentic;
  }

  /** Returns the failure for a token that is not authentic or not valid now. */
  static TokenRefused invalid(String facts) {
    return new TokenRefused(facts, false);
  }

  /** Returns the failure for an authentic token whose roles are unknown to this server. */
  static TokenRefused withoutRole() {
    return new TokenRefused("missing=role", true);
  }

  boolean isAuthentic() {
    return authentic;
  }
}
