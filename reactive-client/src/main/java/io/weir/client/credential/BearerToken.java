package io.weir.client.credential;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A token from an issuer, and how long it is valid.
 *
 * <p>Fails with {@link IllegalArgumentException} for a text that a header cannot carry.
 *
 * @param text the part after {@code Bearer}: RFC 6750, section 2.1
 * @param expiry when it stops being valid; absent if only the service knows
 */
public record BearerToken(String text, Optional<Instant> expiry) {

  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/-]+=*");

  public BearerToken {
    if (!TOKEN.matcher(text).matches()) {
      throw new IllegalArgumentException("bearerToken=unreadable expected=base64OrJwt");
    }
  }

  /** Returns a token that is used until the service rejects it. */
  public static BearerToken of(String text) {
    return new BearerToken(text, Optional.empty());
  }

  /** Returns a token that is replaced shortly before its expiry. */
  public static BearerToken until(String text, Instant expiry) {
    return new BearerToken(text, Optional.of(expiry));
  }

  /** Hides the token. */
  @Override
  public String toString() {
    return "BearerToken[expiry=" + expiry.map(Instant::toString).orElse("unknown") + "]";
  }
}
