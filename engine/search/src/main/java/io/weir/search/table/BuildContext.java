package io.weir.search.table;

import io.weir.api.ConsumerName;
import io.weir.api.FeedToken;
import io.weir.api.TableService;
import io.weir.api.search.SearchDefinition;
import io.weir.search.follow.ConsumerPosition;
import io.weir.search.follow.FeedDistance;
import io.weir.search.follow.FollowerListener;
import io.weir.search.follow.FollowerPace;
import io.weir.search.follow.IndexFollower;
import io.weir.search.index.EntityIndex;
import io.weir.search.index.IndexCommit;
import io.weir.search.index.IndexOptions;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import reactor.core.scheduler.Scheduler;

/**
 * What the indexes of one table are made with.
 *
 * @param id of the declaration
 * @param folder of the table's indexes
 * @param retry pause after a failure
 * @param worker the thread that owns the table
 */
public record BuildContext(
    String id,
    BuildFolder folder,
    IndexOptions options,
    TableService tables,
    FeedDistance distance,
    FollowerPace pace,
    Duration retry,
    Clock clock,
    Scheduler worker) {

  /** The names of consumers begin so. */
  public static final String CONSUMER_PREFIX = "search-";

  ConsumerPosition consumer(int number) {
    return new ConsumerPosition(
        tables.consumers(),
        new ConsumerName(CONSUMER_PREFIX + id + "-" + number),
        distance.table());
  }

  /** Opens an index that exists. Fails as {@link EntityIndex#open} does. */
  EntityIndex open(int number) throws IOException {
    return EntityIndex.open(folder.of(number), options);
  }

  /** Creates an index that holds nothing, at the beginning of the feed. */
  EntityIndex create(int number, SearchDefinition definition, FeedToken beginning)
      throws IOException {
    return EntityIndex.create(
        folder.of(number), options, new IndexCommit(definition, beginning, false, 0));
  }

  IndexBuild build(
      int number, EntityIndex index, ConsumerPosition consumer, FollowerListener listener) {
    var follower =
        new IndexFollower(index, tables, distance, consumer, pace, clock, worker, listener);
    return new IndexBuild(number, index, follower, consumer);
  }
}
