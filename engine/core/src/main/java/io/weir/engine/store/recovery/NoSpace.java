package io.weir.engine.store.recovery;

import java.util.List;
import java.util.Locale;

/**
 * Recognises a full or nearly full disk by the error text, which is all that an {@code IOException}
 * carries. {@link io.weir.engine.disk.FolderOnDisk} makes the text of a failed write English.
 *
 * <p>Any thread; stateless.
 */
public final class NoSpace {

  private static final String NAME = "noSpace";
  private static final List<String> WORDS =
      List.of("no space left", "quota exceeded", "nearly full");

  private NoSpace() {}

  /** Returns the reason, prefixed with {@code noSpace} if it describes a full disk. */
  public static String named(String reason) {
    return describes(reason) ? NAME + " cause=" + reason : reason;
  }

  /** Whether the reason of a shard's outage is that its page files have no room. */
  static boolean isOfPages(String reason) {
    return reason.startsWith(NAME);
  }

  /** Whether a reason describes a full disk. */
  static boolean describes(String reason) {
    var lower = reason.toLowerCase(Locale.ROOT);
    return WORDS.stream().anyMatch(lower::contains);
  }
}
