package io.weir.pattern.key;

import io.weir.api.entity.EntityKey;
import java.time.Instant;
import java.util.UUID;

/**
 * A key of several parts, built part by part:
 * {@code CompoundKey.of("Sales").then(42).newestFirst(now).text()}.
 *
 * <p>Keys with the same kinds of parts sort by the first part, then by the second, and so on.
 * {@code !} separates two parts. In text, blank, {@code !} and {@code "} are escaped, so that a
 * text cannot look like two parts and the order stays ({@link Escape}). A key of one part is
 * written in the same way. {@link CompoundKeyReader} is the inverse.
 *
 * <p>Each step fails as {@link EntityKey} does for a key that is too long or contains a forbidden
 * character. Immutable; any thread.
 */
public final class CompoundKey {

  /** No part yet. */
  private static final CompoundKey EMPTY = new CompoundKey("", 0);

  private final String text;
  private final int parts;

  private CompoundKey(String text, int parts) {
    this.text = text;
    this.parts = parts;
  }

  /** Starts with text. */
  public static CompoundKey of(String first) {
    return EMPTY.then(first);
  }

  /** Starts with a number of either sign. */
  public static CompoundKey of(int first) {
    return EMPTY.then(first);
  }

  /** Starts with any part. */
  public static <T> CompoundKey of(KeyPart<T> part, T first) {
    return EMPTY.then(part, first);
  }

  /** Adds text. */
  public CompoundKey then(String next) {
    return then(KeyPart.TEXT, next);
  }

  /** Adds a number of either sign, in 11 digits. */
  public CompoundKey then(int next) {
    return then(KeyPart.INT32, next);
  }

  /** Adds a number of either sign, in 20 digits. */
  public CompoundKey then(long next) {
    return then(KeyPart.INT64, next);
  }

  /** Adds a UUID. */
  public CompoundKey then(UUID next) {
    return then(KeyPart.GUID, next);
  }

  /** Adds a non-negative number with this many digits. */
  public CompoundKey digits(int width, long next) {
    return then(KeyPart.digits(width), next);
  }

  /** Adds a time; the oldest sorts first. */
  public CompoundKey oldestFirst(Instant next) {
    return then(KeyPart.OLDEST_FIRST, next);
  }

  /** Adds a time; the newest sorts first. */
  public CompoundKey newestFirst(Instant next) {
    return then(KeyPart.NEWEST_FIRST, next);
  }

  /** Adds any part. */
  public <T> CompoundKey then(KeyPart<T> part, T next) {
    var written = Escape.escape(part.write(next));
    var key = parts == 0 ? written : open() + written;
    EntityKey.requireKey("CompoundKey", key);
    return new CompoundKey(key, parts + 1);
  }

  /** Returns the key. */
  public String text() {
    return text;
  }

  /** Returns the range of all keys that have these parts and at least one more. */
  public KeyRange prefix() {
    return KeyRange.prefix(open());
  }

  /** Returns the range of all keys that have these parts, followed by a text with this prefix. */
  public KeyRange prefix(String beginning) {
    return KeyRange.prefix(open() + Escape.escape(beginning));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CompoundKey that && text.equals(that.text) && parts == that.parts;
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** Returns {@link #text}. */
  @Override
  public String toString() {
    return text;
  }

  private String open() {
    return text + Escape.SEPARATOR;
  }
}
