package io.weir.search.table;

import io.weir.api.FeedConsumers;
import io.weir.api.FeedToken;
import io.weir.api.TableService;
import io.weir.api.search.SearchDefinition;
import io.weir.search.index.EntityIndex;
import io.weir.search.index.IndexCommit;
import io.weir.search.index.IndexOptions;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import reactor.core.scheduler.Scheduler;

/**
 * The parts that the indexes of one table are made of.
 *
 * @param id of the declaration
 * @param folder of the table's indexes
 * @param consumers of the account, among which those of the service can be created
 * @param retry pause after a failure
 * @param worker the thread that owns the table; disposed with it
 * @param failures counts the failures of all tables
 */
public record BuildContext(
    String id,
    BuildFolder folder,
    IndexOptions options,
    TableService tables,
    FeedConsumers consumers,
    FeedDistance distance,
    FollowerPace pace,
    Duration retry,
    Clock clock,
    Scheduler worker,
    LongAdder failures) {

  ConsumerPosition consumer(int number) {
    return new ConsumerPosition(consumers, new IndexConsumer(id, number).name(), distance.table());
  }

  /** Returns the numbers of the indexes for which there is a consumer. Reads memory. */
  List<Integer> consumerNumbers() {
    return distance.store().catalog().consumers().of(distance.account()).stream()
        .map(row -> IndexConsumer.of(row.name()))
        .flatMap(Optional::stream)
        .filter(consumer -> consumer.id().equals(id))
        .map(IndexConsumer::number)
        .toList();
  }

  /** Opens an index that exists. Fails as {@link EntityIndex#open} does. */
  EntityIndex open(int number) throws IOException {
    return EntityIndex.open(folder.of(number), options);
  }

  /** Creates an index that holds nothing, at the beginning of the feed. */
  EntityIndex create(int number, SearchDefinition definition, FeedToken beginning)
      throws IOException {
    return EntityIndex.create(
        folder.of(number), options, new IndexCommit(definition, beginning, false, clock.millis()));
  }

  IndexBuild build(
      int number, EntityIndex index, ConsumerPosition consumer, FollowerListener listener) {
    var follower =
        new IndexFollower(index, tables, distance, consumer, pace, clock, worker, listener);
    return new IndexBuild(number, index, follower);
  }
}
