package io.weir.engine.store;

import java.util.List;
import java.util.Locale;

/**
 * Recognises a full disk by the operating system's error text, which is all that an {@code IOException} carries.
 *
 * <p>Any thread; stateless.
 */
final class NoSpace {

  private static final String NAME = "noSpace";
  private static final List<String> WORDS = List.of("no space left", "quota exceeded");

  private NoSpace() {}

  /** Returns the reason, prefixed with {@code noSpace} if it describes a full disk. */
  static String named(String reason) {
    var lower = reason.toLowerCase(Locale.ROOT);
    return WORDS.stream().anyMatch(lower::contains) ? NAME + " cause=" + reason : reason;
  }
}
