package io.weir.pattern.process;

import io.weir.api.FeedItem;
import java.util.List;

/**
 * The changes of one partition group that one write made: a batch, a joint commit's part in this
 * group, a single change, a removed range, or a dropped table.
 *
 * @param partitionGroup the group
 * @param items one or more of {@link FeedItem.Change}, or one {@link FeedItem.RangeRemoved} or
 *     {@link FeedItem.TableDropped}
 */
public record ChangeBatch(int partitionGroup, List<FeedItem> items) {
  public ChangeBatch {
    items = List.copyOf(items);
  }
}
