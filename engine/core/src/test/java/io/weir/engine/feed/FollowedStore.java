package io.weir.engine.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.FeedItem.Checkpoint;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.engine.TestStore;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * A store of four partition groups, one table in it, and the consumers of its feeds. Each test has
 * a store of its own.
 */
abstract class FollowedStore {

  /** Holds the largest joint commit with what was stored before it. */
  private static final int SEGMENT_BYTES = 40 << 20;

  static final TableName TABLE = TestStore.TABLE;
  static final TableName OTHER = new TableName("Other");

  TestStore store;

  private final List<FeedConsumer> consumers = new ArrayList<>();

  @BeforeEach
  final void open(@TempDir Path folder) throws IOException {
    store = TestStore.open(
        StoreOptions.in(folder).withPartitionGroups(4).withSegmentBytes(SEGMENT_BYTES));
    store.create();
  }

  @AfterEach
  final void close() throws IOException {
    consumers.forEach(FeedConsumer::cancel);
    store.close();
  }

  /** Subscribes to a feed and requests nothing. */
  final FeedConsumer subscribe(FeedScope scope, FeedStart start) {
    var consumer = new FeedConsumer();
    consumers.add(consumer);
    store.tables().changes(scope, start).subscribe(consumer);
    return consumer;
  }

  /** Subscribes to a feed and requests everything. */
  final FeedConsumer follow(FeedScope scope, FeedStart start) {
    var consumer = subscribe(scope, start);
    consumer.request(Long.MAX_VALUE);
    return consumer;
  }

  /** Follows from now on, and returns when the feed has begun. */
  final FeedConsumer followNow(FeedScope scope) {
    var consumer = follow(scope, FeedStart.NOW);
    assertThat(consumer.any()).isInstanceOf(Checkpoint.class);
    return consumer;
  }

  final void upsert(String partition, String row) {
    store.upsert(TestStore.entity(partition, row, 8));
  }

  final void delete(String partition, String row) {
    store
        .tables()
        .write(TABLE, new Write.Delete(new EntityKey(partition, row), IfMatch.ANY))
        .block(TestStore.PATIENCE);
  }
}
