package io.weir.pattern.process;

import io.weir.api.FeedItem;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Collects the changes of a batch until an item shows that no more follow: a change of another batch, a checkpoint, or another kind of item.
 *
 * <p>Returns the batches that an item completes, and each item of another kind as a list of its own, at once. Belongs to one feed.
 */
final class BatchAssembly implements Function<FeedItem, List<List<FeedItem>>> {

  private List<FeedItem> open = new ArrayList<>();
  private long batch;

  @Override
  public List<List<FeedItem>> apply(FeedItem item) {
    if (!(item instanceof FeedItem.Change change) || change.cause() == FeedItem.Cause.EXISTING) {
      var completed = open;
      open = new ArrayList<>();
      return completed.isEmpty() ? List.of(List.of(item)) : List.of(completed, List.of(item));
    }
    if (change.batch() == batch && !open.isEmpty()) {
      open.add(change);
      return List.of();
    }
    var completed = open;
    open = new ArrayList<>();
    open.add(change);
    batch = change.batch();
    return completed.isEmpty() ? List.of() : List.of(completed);
  }
}
