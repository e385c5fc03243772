package io.weir.api.write;

import io.weir.api.entity.ETag;

/**
 * The version that a stored entity must have for a write to be carried out: any, or one exactly.
 *
 * <p>Either way the entity must be there; an absent one is {@code ResourceNotFound}, another version {@code
 * UpdateConditionNotSatisfied}.
 */
public sealed interface IfMatch {

  /** Whatever version is stored: {@code If-Match: *}. */
  IfMatch ANY = new AnyVersion();

  /** Exactly this version. */
  static IfMatch version(ETag etag) {
    return new Version(etag);
  }

  /** Reads the value of an {@code If-Match} header. Fails with {@code InvalidInput} when it is neither {@code *} nor a weak tag. */
  static IfMatch parse(String header) {
    return header.equals("*") ? ANY : new Version(new ETag(header));
  }

  /** Whether a stored version, named by its Timestamp in ticks, is the one meant. */
  boolean matches(long timestampTicks);

  /** The value of the {@code If-Match} header. */
  String header();

  /** Matches every version. */
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

  /** Matches one version. */
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
