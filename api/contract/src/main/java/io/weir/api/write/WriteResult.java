package io.weir.api.write;

import io.weir.api.entity.ETag;
import java.util.Optional;

/**
 * The result of a write that was carried out.
 *
 * @param timestampTicks the stored version's Timestamp in ticks (see {@link io.weir.api.edm.EdmDateTime}); 0 when nothing was
 *     stored
 */
public record WriteResult(long timestampTicks) {

  /** The result of a delete, and of a check in a joint commit. */
  public static final WriteResult REMOVED = new WriteResult(0);

  /** Returns the tag of the stored version; empty when the entity was removed. */
  public Optional<ETag> etag() {
    return timestampTicks == 0 ? Optional.empty() : Optional.of(ETag.ofTimestamp(timestampTicks));
  }
}
