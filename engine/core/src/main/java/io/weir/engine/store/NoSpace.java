package io.weir.engine.store;

import java.util.List;
import java.util.Locale;

/**
 * Names a full disk in what the system says of it.
 *
 * <p>Any thread; stateless. The system's words are all that an {@code IOException} tells.
 */
final class NoSpace {

  private static final String NAME = "noSpace";
  private static final List<String> WORDS = List.of("no space left", "quota exceeded");

  private NoSpace() {}

  /** The reason, with the name of a full disk before it where it is one. */
  static String named(String reason) {
    var lower = reason.toLowerCase(Locale.ROOT);
    return WORDS.stream().anyMatch(lower::contains) ? NAME + " cause=" + reason : reason;
  }
}
