package io.weir.perf.target;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lettuce.core.KeyValue;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.Range.Boundary;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.reactive.RedisReactiveCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.DefaultClientResources;
import io.weir.api.entity.EntityKey;
import io.weir.perf.process.RedisProcess;
import io.weir.perf.process.Surroundings;
import io.weir.perf.workload.DataRow;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import reactor.core.publisher.Mono;

/**
 * Rows as Redis strings in an append-only file, and a sorted set for each partition that holds the
 * order of its rows. Lettuce has few connections, each with many commands in flight.
 *
 * <p>A replaced row is already in its set, so {@link #upsert} and {@link #batch} are one command
 * that leaves the set alone.
 */
final class RedisTable implements TargetTable {

  private final List<RedisReactiveCommands<byte[], byte[]>> connections;
  private final AtomicInteger turn = new AtomicInteger();
  private final String name;

  RedisTable(List<RedisReactiveCommands<byte[], byte[]>> connections, String name) {
    this.connections = List.copyOf(connections);
    this.name = name;
  }

  /**
   * Starts the server and its connections; blocks until the server serves.
   *
   * @param forces {@code always}: before each answer; {@code everysec}: each second
   */
  static Target start(Surroundings surroundings, String forces) throws IOException {
    var server = RedisProcess.start(surroundings, "--appendonly", "yes", "--appendfsync", forces);
    var resources = DefaultClientResources.builder()
        .ioThreadPoolSize(Math.max(2, Runtime.getRuntime().availableProcessors()))
        .build();
    var client = RedisClient.create(resources, RedisURI.create("127.0.0.1", server.port()));
    var connections = IntStream.range(0, surroundings.connections())
        .mapToObj(number -> client.connect(ByteArrayCodec.INSTANCE))
        .toList();
    var commands = connections.stream().map(StatefulRedisConnection::reactive).toList();
    AutoCloseable closing = () -> {
      connections.forEach(StatefulRedisConnection::close);
      client.shutdown();
      resources.shutdown().awaitUninterruptibly();
    };
    return new ServerTarget<>(server, closing, population -> {
      var table = new RedisTable(commands, population.name());
      return TableLoader.byBatches(table.whileLoading(), population).thenReturn(table);
    });
  }

  @Override
  public Mono<Integer> read(EntityKey key) {
    return connection().get(redisKey(key)).map(blob -> 1).defaultIfEmpty(0);
  }

  @Override
  public Mono<Integer> upsert(DataRow row) {
    return connection().set(redisKey(row.key()), row.blob()).thenReturn(1);
  }

  /** Numbers are keys of their own, because a command adds to a whole value only. */
  @Override
  public Mono<Integer> increment(EntityKey key) {
    return connection().incr(numberKey(key)).thenReturn(1);
  }

  @Override
  public Mono<Integer> insert(DataRow row) {
    var connection = connection();
    return connection
        .set(redisKey(row.key()), row.blob(), SetArgs.Builder.nx())
        .switchIfEmpty(Mono.error(() -> new WrongAnswer("the row was there")))
        .then(index(connection, List.of(row)))
        .thenReturn(1);
  }

  @Override
  public Mono<Integer> scan(EntityKey from, int rows) {
    var connection = connection();
    var range = Range.from(Boundary.including(bytes(from.rowKey())), Boundary.<byte[]>unbounded());
    return connection
        .zrangebylex(set(from.partitionKey()), range, Limit.create(0, rows))
        .map(row -> redisKey(from.partitionKey(), new String(row, UTF_8)))
        .collectList()
        .flatMapMany(keys -> connection.mget(keys.toArray(byte[][]::new)))
        .filter(KeyValue::hasValue)
        .count()
        .map(Long::intValue);
  }

  @Override
  public Mono<Integer> batch(List<DataRow> rows) {
    return connection().mset(blobs(rows)).thenReturn(rows.size());
  }

  @Override
  public Mono<Integer> bulk(List<DataRow> rows) {
    return batch(rows);
  }

  /** Uses one MSET, as for a batch: a single node has no partitions. */
  @Override
  public Mono<Integer> joint(List<DataRow> rows) {
    return batch(rows);
  }

  /** Returns the table for loading, which adds each stored row to its set. */
  TargetTable whileLoading() {
    return new TargetTable() {
      @Override
      public Mono<Integer> read(EntityKey key) {
        return RedisTable.this.read(key);
      }

      @Override
      public Mono<Integer> upsert(DataRow row) {
        return batch(List.of(row));
      }

      @Override
      public Mono<Integer> batch(List<DataRow> rows) {
        return RedisTable.this.batch(rows).delayUntil(any -> index(connection(), rows));
      }
    };
  }

  /** Adds rows of one partition to its set. */
  private Mono<Long> index(RedisReactiveCommands<byte[], byte[]> connection, List<DataRow> rows) {
    @SuppressWarnings({"unchecked", "rawtypes"})
    ScoredValue<byte[]>[] places = rows.stream()
        .map(row -> ScoredValue.just(0, bytes(row.key().rowKey())))
        .toArray(ScoredValue[]::new);
    return connection.zadd(set(rows.get(0).key().partitionKey()), places);
  }

  private RedisReactiveCommands<byte[], byte[]> connection() {
    return connections.get((turn.getAndIncrement() & Integer.MAX_VALUE) % connections.size());
  }

  @SuppressWarnings("ArrayAsKeyOfSetOrMap") // Lettuce takes pairs as a map and looks none up
  private Map<byte[], byte[]> blobs(List<DataRow> rows) {
    var blobs = new LinkedHashMap<byte[], byte[]>();
    rows.forEach(row -> blobs.put(redisKey(row.key()), row.blob()));
    return blobs;
  }

  private byte[] set(String partitionKey) {
    return bytes(name + "/" + partitionKey);
  }

  private byte[] numberKey(EntityKey key) {
    return bytes(name + "#" + key.partitionKey() + "/" + key.rowKey());
  }

  private byte[] redisKey(EntityKey key) {
    return redisKey(key.partitionKey(), key.rowKey());
  }

  private byte[] redisKey(String partitionKey, String rowKey) {
    return bytes(name + "/" + partitionKey + "/" + rowKey);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
