package io.weir.client.credential;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A token as its issuer gave it, and how long it is good for.
 *
 * <p>Fails with {@link IllegalArgumentException} for a text that no header can carry.
 *
 * @param text as it stands behind {@code Bearer}: RFC 6750, section 2.1
 * @param expiry when it ceases to be good; absent when only the service can tell
 */
public record BearerToken(String text, Optional<Instant> expiry) {

  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/-]+=*");

  public BearerToken {
    if (!TOKEN.matcher(text).matches()) {
      throw new IllegalArgumentException("bearerToken=unreadable expected=base64OrJwt");
    }
  }

  /** A token that is used until the service refuses it. */
  public static BearerToken of(String text) {
    return new BearerToken(text, Optional.empty());
  }

  /** A token that is replaced shortly before a moment. */
  public static BearerToken until(String text, Instant expiry) {
    return new BearerToken(text, Optional.of(expiry));
  }

  /** Does not show the token. */
  @Override
  public String toString() {
    return "BearerToken[expiry=" + expiry.map(Instant::toString).orElse("unknown") + "]";
  }
}
