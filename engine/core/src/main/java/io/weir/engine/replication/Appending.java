package io.weir.engine.replication;

import io.weir.engine.consensus.Applied;
import io.weir.engine.log.LogBatch;
import io.weir.engine.log.LogPayload;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A committed entry on its way into the log of this node.
 *
 * <p>Owner: log thread.
 */
final class Appending {

  private final Applied at;
  private final EntryForm entry;
  private final List<LogPayload> missing;

  /**
   * The entry as this node proposed it; null if its shards have not evaluated it, or no longer hold
   * it.
   */
  private @Nullable ProposedEntry own;

  /** @param missing the records that the log lacks, with the mark */
  Appending(Applied at, EntryForm entry, List<LogPayload> missing, @Nullable ProposedEntry own) {
    this.at = at;
    this.entry = entry;
    this.missing = List.copyOf(missing);
    this.own = own;
  }

  LogBatch batch(LogBatch.Completion completion, long generation) {
    return new LogBatch(missing, completion, generation);
  }

  EntryForm entry() {
    return entry;
  }

  Place place() {
    return new Place(at, entry.endPosition());
  }

  @Nullable
  ProposedEntry own() {
    return own;
  }

  /**
   * Makes it an entry that the shards do not hold. Returns how this node proposed it; null if it
   * did not.
   */
  @Nullable
  ProposedEntry disown() {
    var before = own;
    own = null;
    return before;
  }
}
