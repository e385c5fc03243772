package io.weir.api.contract;

import io.weir.api.Continuation;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import org.jspecify.annotations.Nullable;

/**
 * A stream of the model that yields one item at a time. Guarded by the monitor of its
 * {@link ModelStore}.
 */
final class ModelStream {

  /** Number of entities read between two reports of progress. */
  static final int PROGRESS_EVERY = 16;

  private final ModelTable table;
  private final Query query;
  private @Nullable Continuation position;
  private long scanned;
  private long scannedAtProgress;
  private long returned;
  private boolean ended;

  ModelStream(ModelTable table, Query query) {
    this.table = table;
    this.query = query;
    this.position = query.from();
    table.indexes().require(query);
  }

  /**
   * Returns the next item; null after the last. Fails with {@code TableNotFound} when the table was
   * dropped.
   */
  @Nullable
  StreamItem next() {
    if (ended) {
      return null;
    }
    while (returned < query.top()) {
      if (position != null && scanned - scannedAtProgress >= PROGRESS_EVERY) {
        scannedAtProgress = scanned;
        return new StreamItem.Progress(position, scanned);
      }
      var entity = table.next(query, position);
      if (entity == null) {
        break;
      }
      position = table.place(query, entity, false);
      scanned++;
      if (ModelFilter.ofEntity(entity).matches(query.filter())) {
        returned++;
        return new StreamItem.Row(entity.select(query.selection()));
      }
    }
    ended = true;
    return new StreamItem.End(ModelTable.report(scanned, returned));
  }
}
