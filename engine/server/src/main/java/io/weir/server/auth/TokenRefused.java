package io.weir.server.auth;

/** A bearer token that is not good for anything here. */
public final class TokenRefused extends Exception {

  private static final long serialVersionUID = 1L;

  private final boolean known;

  private TokenRefused(String facts, boolean known) {
    super(facts, null, false, false);
    this.known = known;
  }

  /** It proves nothing. */
  public static TokenRefused invalid(String facts) {
    return new TokenRefused(facts, false);
  }

  /** It proves who somebody is, and that they have no role here. */
  public static TokenRefused withoutRole() {
    return new TokenRefused("missing=role", true);
  }

  boolean isOfSomebodyKnown() {
    return known;
  }
}
