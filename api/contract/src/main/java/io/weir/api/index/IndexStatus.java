package io.weir.api.index;

import org.jspecify.annotations.Nullable;

/**
 * An index as it is at one moment.
 *
 * @param progress the share of the table's entities that the backfill has visited, from 0 to 1; 1
 *     when the index is readable
 * @param entries number of entries; entries of removed ranges count until they are swept
 * @param bytes length of all entries in bytes
 * @param duplicate the entities for which a unique index has failed; null in any other state
 * @param waiting whether the backfill waits for those of other indexes to end; writes keep the
 *     index up to date meanwhile
 */
public record IndexStatus(
    IndexDefinition definition,
    IndexState state,
    double progress,
    long entries,
    long bytes,
    @Nullable Duplicate duplicate,
    boolean waiting) {

  /** Makes the status of an index whose backfill does not wait. */
  public IndexStatus(
      IndexDefinition definition,
      IndexState state,
      double progress,
      long entries,
      long bytes,
      @Nullable Duplicate duplicate) {
    this(definition, state, progress, entries, bytes, duplicate, false);
  }

  /** Makes the status of an index that has not failed. */
  public IndexStatus(
      IndexDefinition definition, IndexState state, double progress, long entries, long bytes) {
    this(definition, state, progress, entries, bytes, null, false);
  }
}
