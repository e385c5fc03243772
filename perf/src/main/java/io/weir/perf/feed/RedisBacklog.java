package io.weir.perf.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.weir.perf.process.ChildProcess;
import io.weir.perf.process.Cpu;
import io.weir.perf.process.RedisProcess;
import io.weir.perf.process.Surroundings;
import io.weir.perf.report.FeedTask;
import io.weir.perf.workload.DataRow;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Flux;

/**
 * A stream of Redis, read by {@code XREAD COUNT 1000} with Lettuce. A change has two fields: the
 * keys, and all values as one text. Nothing is written to a file.
 *
 * @param rows that were written, each by a command of its own
 */
record RedisBacklog(
    ChildProcess redis,
    RedisClient client,
    StatefulRedisConnection<byte[], byte[]> connection,
    int rows)
    implements ChangeBacklog {

  private static final String TITLE = "Redis Streams";
  private static final byte[] STREAM = "changes".getBytes(UTF_8);
  private static final byte[] KEY = "key".getBytes(UTF_8);
  private static final byte[] VALUE = "value".getBytes(UTF_8);
  private static final String BEGINNING = "0";
  private static final int READ_AT_ONCE = 1_000;
  private static final int IN_FLIGHT = 256;
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /** Starts a server, writes rows and returns the backlog of their changes. Blocks. */
  static RedisBacklog start(Surroundings surroundings, int rows) throws IOException {
    var redis = RedisProcess.start(surroundings);
    var client = RedisClient.create(RedisURI.create("127.0.0.1", redis.port()));
    var backlog = new RedisBacklog(redis, client, client.connect(ByteArrayCodec.INSTANCE), rows);
    var written = WrittenRows.of(rows);
    Flux.range(0, rows)
        .map(number -> fields(written.row(number, 0)))
        .flatMap(fields -> backlog.connection.reactive().xadd(STREAM, fields), IN_FLIGHT)
        .blockLast(PATIENCE);
    return backlog;
  }

  private static Map<byte[], byte[]> fields(DataRow row) {
    var key = row.key().partitionKey() + "/" + row.key().rowKey();
    return Map.of(KEY, key.getBytes(UTF_8), VALUE, row.blob());
  }

  @Override
  public String title() {
    return TITLE;
  }

  @Override
  public FeedTask task() {
    return FeedTask.CATCH_UP;
  }

  @Override
  public Cpu server() {
    return redis.cpu();
  }

  @Override
  @SuppressWarnings("unchecked") // Lettuce takes its offsets as an array of a generic type
  public void read() {
    var commands = connection.sync();
    var place = BEGINNING;
    var read = 0;
    while (read < rows) {
      var page = commands.xread(
          XReadArgs.Builder.count(READ_AT_ONCE), XReadArgs.StreamOffset.from(STREAM, place));
      if (page.isEmpty()) {
        break;
      }
      read += page.size();
      place = last(page).getId();
    }
    ChangeBacklog.requireAll(TITLE, rows, read);
  }

  private static <K, V> StreamMessage<K, V> last(List<StreamMessage<K, V>> page) {
    return page.get(page.size() - 1);
  }

  @Override
  public void close() throws IOException {
    try (redis) {
      connection.close();
      client.shutdown();
    }
  }
}
