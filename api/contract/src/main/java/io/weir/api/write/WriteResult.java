package io.weir.api.write;

import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import java.util.Optional;

/**
 * The result of a write that was carried out.
 *
 * @param timestampTicks the stored version's Timestamp in ticks (see
 *     {@link io.weir.api.edm.EdmDateTime}); 0 when nothing was stored
 * @param images the entities that a {@link Write.Change} asked for; {@link Images#NONE} for any
 *     other write
 */
public record WriteResult(long timestampTicks, Images images) {

  /** The result of a delete, and of a check in a joint commit. */
  public static final WriteResult REMOVED = new WriteResult(0);

  /**
   * An entity before and after a write.
   *
   * @param before the entity that was stored; empty when there was none, and when it was not asked
   *     for
   * @param after the entity that is stored, with its Timestamp; empty when it was not asked for
   */
  public record Images(Optional<Entity> before, Optional<Entity> after) {

    /** No entity was asked for. */
    public static final Images NONE = new Images(Optional.empty(), Optional.empty());
  }

  /** Creates the result of a write that is answered without entities. */
  public WriteResult(long timestampTicks) {
    this(timestampTicks, Images.NONE);
  }

  /** Returns the tag of the stored version; empty when the entity was removed. */
  public Optional<ETag> etag() {
    return timestampTicks == 0 ? Optional.empty() : Optional.of(ETag.ofTimestamp(timestampTicks));
  }

  /** Returns the entity after the write, if it was asked for. */
  public Optional<Entity> after() {
    return images.after();
  }

  /** Returns the entity before the write, if it was asked for and there was one. */
  public Optional<Entity> before() {
    return images.before();
  }
}
