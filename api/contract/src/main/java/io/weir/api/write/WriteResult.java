package io.weir.api.write;

import io.weir.api.entity.ETag;
import java.util.Optional;

/**
 * What a write that was carried out left behind.
 *
 * @param timestampTicks the version now stored, in ticks (see {@link io.weir.api.edm.EdmDateTime}); 0 when the entity was removed
 */
public record WriteResult(long timestampTicks) {

  /** Of a delete. */
  public static final WriteResult REMOVED = new WriteResult(0);

  /** The tag of the version now stored; empty when the entity was removed. */
  public Optional<ETag> etag() {
    return timestampTicks == 0 ? Optional.empty() : Optional.of(ETag.ofTimestamp(timestampTicks));
  }
}
