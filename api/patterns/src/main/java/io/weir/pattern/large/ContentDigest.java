package io.weir.pattern.large;

import io.weir.api.entity.Entity;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import java.util.regex.Pattern;

/** The SHA-256 of a content: 64 hexadecimal digits in lower case. Any thread. */
public final class ContentDigest {

  /**
   * The property of a value's head, and of the row of an upload whose digest is known before its
   * content.
   */
  static final String PROPERTY = "Sha256";

  private static final Pattern TEXT = Pattern.compile("[0-9a-f]{64}");

  private ContentDigest() {}

  /** Returns a digest that has seen no byte. It belongs to one thread at a time. */
  public static MessageDigest begin() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }

  /** Returns the digest in a row. Empty if it has none of this form. */
  static Optional<String> of(Entity row) {
    return row.getString(PROPERTY).filter(text -> TEXT.matcher(text).matches());
  }
}
