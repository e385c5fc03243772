package io.weir.api.write;

import io.weir.api.entity.ETag;

/**
 * The precondition of a write: any stored version, or exactly one.
 *
 * <p>In both cases the entity must exist. A write fails with {@code ResourceNotFound} when it is
 * absent, and with {@code UpdateConditionNotSatisfied} when another version is stored.
 */
public sealed interface IfMatch {

  /** Accepts every stored version: {@code If-Match: *}. */
  IfMatch ANY = new AnyVersion();

  /** Returns a precondition that accepts exactly this version. */
  static IfMatch version(ETag etag) {
    return new Version(etag);
  }

  /**
   * Reads the value of an {@code If-Match} header. Fails with {@code InvalidInput} for anything but
   * {@code *} or a weak tag.
   *
   * <p>deliberate: {@code w/} is read as {@code W/}, the only form in RFC 9110, section 8.8.3. Some
   * proxies change the case.
   */
  static IfMatch parse(String header) {
    if (header.equals("*")) {
      return ANY;
    }
    return new Version(new ETag(header.startsWith("w/") ? "W" + header.substring(1) : header));
  }

  /** Whether the precondition accepts the stored version with this Timestamp in ticks. */
  boolean matches(long timestampTicks);

  /** Returns the value of the {@code If-Match} header. */
  String header();

  /** Accepts every version. */
  record AnyVersion() implements IfMatch {
    @Override
    public boolean matches(long timestampTicks) {
      return true;
    }

    @Override
    public String header() {
      return "*";
    }
  }

  /** Accepts one version. */
  record Version(ETag etag) implements IfMatch {
    @Override
    public boolean matches(long timestampTicks) {
      var ticks = etag.timestamp();
      return ticks.isPresent() && ticks.getAsLong() == timestampTicks;
    }

    @Override
    public String header() {
      return etag.text();
    }
  }
}
