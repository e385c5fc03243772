package io.weir.client.pattern.large;

import java.util.Optional;

/**
 * The conditions under which a finished upload becomes the value.
 *
 * @param replaces what it may replace
 * @param sha256 the SHA-256 that its bytes must have, in lower-case hexadecimal; empty for any
 */
public record Acceptance(Replaces replaces, Optional<String> sha256) {

  /** Accepts whatever arrives, in place of whatever is there. */
  public static final Acceptance ALWAYS = of(Replaces.ANYTHING);

  /** Returns conditions that accept any bytes. */
  public static Acceptance of(Replaces replaces) {
    return new Acceptance(replaces, Optional.empty());
  }
}
