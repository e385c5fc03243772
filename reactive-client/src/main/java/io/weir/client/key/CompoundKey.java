package io.weir.client.key;

import io.weir.api.entity.EntityKey;
import java.time.Instant;
import java.util.UUID;

/**
 * A key of several parts, put together one by one: {@code CompoundKey.of("Sales").then(42).newestFirst(now).text()}.
 *
 * <p>Keys of the same parts sort by the first, then by the second, and so on. Between two parts stands {@code !}; text that holds a
 * blank, {@code !} or {@code "} is escaped, so that no text is taken for two and the order stays ({@link Escape}). A key of one part is
 * written in the same way. {@link CompoundKeyReader} is the inverse.
 *
 * <p>Each step fails as {@link EntityKey} does for a key that would be too long or hold a character that no key may hold. Immutable;
 * any thread.
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

  /** Begins with text. */
  public static CompoundKey of(String first) {
    return EMPTY.then(first);
  }

  /** Begins with a number of either sign. */
  public static CompoundKey of(int first) {
    return EMPTY.then(first);
  }

  /** Begins with any part. */
  public static <T> CompoundKey of(KeyPart<T> part, T first) {
    return EMPTY.then(part, first);
  }

  /** Goes on with text. */
  public CompoundKey then(String next) {
    return then(KeyPart.TEXT, next);
  }

  /** Goes on with a number of either sign, in 11 digits. */
  public CompoundKey then(int next) {
    return then(KeyPart.INT32, next);
  }

  /** Goes on with a number of either sign, in 20 digits. */
  public CompoundKey then(long next) {
    return then(KeyPart.INT64, next);
  }

  /** Goes on with a UUID. */
  public CompoundKey then(UUID next) {
    return then(KeyPart.GUID, next);
  }

  /** Goes on with a number that is not negative, in so many digits. */
  public CompoundKey digits(int width, long next) {
    return then(KeyPart.digits(width), next);
  }

  /** Goes on with a moment; the oldest sorts first. */
  public CompoundKey oldestFirst(Instant next) {
    return then(KeyPart.OLDEST_FIRST, next);
  }

  /** Goes on with a moment; the newest sorts first. */
  public CompoundKey newestFirst(Instant next) {
    return then(KeyPart.NEWEST_FIRST, next);
  }

  /** Goes on with any part. */
  public <T> CompoundKey then(KeyPart<T> part, T next) {
    var written = Escape.escape(part.write(next));
    return new CompoundKey(KeyRule.require(parts == 0 ? written : open() + written), parts + 1);
  }

  /** The key. */
  public String text() {
    return text;
  }

  /** All keys that have these parts and at least one more. */
  public KeyRange prefix() {
    return KeyRange.prefix(open());
  }

  /** All keys that have these parts and then a text that begins so. */
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

  /** As {@link #text}. */
  @Override
  public String toString() {
    return text;
  }

  private String open() {
    return text + Escape.SEPARATOR;
  }
}
