package io.weir.pattern.key;

import java.time.Instant;
import java.util.UUID;

/**
 * Splits a key that {@link CompoundKey} built, part by part in the same order.
 *
 * <p>Each step fails with {@code InvalidInput} if there is no further part, or if the part has
 * another kind. Belongs to one thread.
 */
public final class CompoundKeyReader {

  private static final int AT_END = -1;

  private final String key;
  private int at;

  private CompoundKeyReader(String key) {
    this.key = key;
  }

  /** Returns a reader before the first part. */
  public static CompoundKeyReader of(String key) {
    return new CompoundKeyReader(key);
  }

  /** Reads a text. */
  public String text() {
    return next(KeyPart.TEXT);
  }

  /** Reads a part of {@link CompoundKey#then(int)}. */
  public int int32() {
    return next(KeyPart.INT32);
  }

  /** Reads a part of {@link CompoundKey#then(long)}. */
  public long int64() {
    return next(KeyPart.INT64);
  }

  /** Reads a UUID. */
  public UUID guid() {
    return next(KeyPart.GUID);
  }

  /** Reads a number with this many digits. */
  public long digits(int width) {
    return next(KeyPart.digits(width));
  }

  /** Reads a part of {@link CompoundKey#oldestFirst}. */
  public Instant oldestFirst() {
    return next(KeyPart.OLDEST_FIRST);
  }

  /** Reads a part of {@link CompoundKey#newestFirst}. */
  public Instant newestFirst() {
    return next(KeyPart.NEWEST_FIRST);
  }

  /** Reads a part of any kind. */
  public <T> T next(KeyPart<T> part) {
    if (at == AT_END) {
      throw MalformedKey.key("further", key);
    }
    var end = key.indexOf(Escape.SEPARATOR, at);
    var escaped = end < 0 ? key.substring(at) : key.substring(at, end);
    at = end < 0 ? AT_END : end + 1;
    return part.read(Escape.unescape(escaped));
  }

  /** Fails with {@code InvalidInput} if a part is left. */
  public void end() {
    if (at != AT_END) {
      throw MalformedKey.key("none", key.substring(at));
    }
  }
}
