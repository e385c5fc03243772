package io.weir.perf.target;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.weir.api.entity.EntityKey;
import io.weir.perf.process.CassandraProcess;
import io.weir.perf.process.Surroundings;
import io.weir.perf.workload.DataRow;
import io.weir.perf.workload.Population;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A table of Apache Cassandra, one node, whose rows are ordered within their partition. Its own
 * driver has one connection with many requests in flight.
 *
 * <p>An insert replaces an existing row, as in YCSB's binding: a check would need an agreement of
 * all nodes.
 */
record CassandraTable(
    CqlSession session, PreparedStatement read, PreparedStatement scan, PreparedStatement store)
    implements TargetTable {

  private static final String KEYSPACE =
      "CREATE KEYSPACE measured WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** Starts the node and a session; blocks until the node serves. */
  static Target start(Surroundings surroundings) throws IOException {
    var server = CassandraProcess.start(surroundings);
    var config = DriverConfigLoader.programmaticBuilder()
        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, PATIENCE)
        .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, PATIENCE)
        .build();
    var session = CqlSession.builder()
        .addContactPoint(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()))
        .withLocalDatacenter("datacenter1")
        .withConfigLoader(config)
        .build();
    session.execute(KEYSPACE);
    return new ServerTarget<>(
        server,
        session,
        population -> create(session, population)
            .delayUntil(table -> TableLoader.byBatches(table, population))
            .cast(TargetTable.class));
  }

  private static Mono<CassandraTable> create(CqlSession session, Population population) {
    var name = "measured." + population.name();
    var columns = population.size().count();
    var made = Mono.fromCompletionStage(() -> session.executeAsync("CREATE TABLE " + name
        + " (pk text, rk text, " + list(columns, "p%d text") + ", PRIMARY KEY (pk, rk))"));
    var read = prepared(session, "SELECT * FROM " + name + " WHERE pk = ? AND rk = ?");
    var scan = prepared(session, "SELECT * FROM " + name + " WHERE pk = ? AND rk >= ? LIMIT ?");
    var store = prepared(
        session,
        "INSERT INTO " + name + " (pk, rk, " + list(columns, "p%d") + ") VALUES (?, ?, "
            + list(columns, "?") + ")");
    return made.then(Mono.zip(read, scan, store))
        .map(all -> new CassandraTable(session, all.getT1(), all.getT2(), all.getT3()));
  }

  @Override
  public Mono<Integer> read(EntityKey key) {
    return rows(read.bind(key.partitionKey(), key.rowKey()));
  }

  @Override
  public Mono<Integer> upsert(DataRow row) {
    return execute(bound(row)).thenReturn(1);
  }

  @Override
  public Mono<Integer> insert(DataRow row) {
    return upsert(row);
  }

  @Override
  public Mono<Integer> scan(EntityKey from, int rows) {
    return rows(scan.bind(from.partitionKey(), from.rowKey(), rows));
  }

  /** Uses an unlogged batch, which is all or nothing within one partition. */
  @Override
  public Mono<Integer> batch(List<DataRow> rows) {
    var batch = BatchStatement.builder(BatchType.UNLOGGED);
    rows.forEach(row -> batch.addStatement(bound(row)));
    return execute(batch.build()).thenReturn(rows.size());
  }

  /** Sends single rows, all at once: a batch over many partitions would be slower. */
  @Override
  public Mono<Integer> bulk(List<DataRow> rows) {
    return Flux.fromIterable(rows).flatMap(this::upsert).reduce(0, Integer::sum);
  }

  private BoundStatement bound(DataRow row) {
    var values = Stream.concat(
        Stream.of(row.key().partitionKey(), row.key().rowKey()), row.values().stream());
    return store.bind(values.toArray());
  }

  private Mono<Integer> rows(Statement<?> statement) {
    return execute(statement).map(AsyncResultSet::remaining);
  }

  private Mono<AsyncResultSet> execute(Statement<?> statement) {
    return Mono.fromCompletionStage(() -> session.executeAsync(statement));
  }

  private static Mono<PreparedStatement> prepared(CqlSession session, String statement) {
    return Mono.fromCompletionStage(() -> session.prepareAsync(statement));
  }

  private static String list(int columns, String format) {
    return IntStream.range(0, columns)
        .mapToObj(format::formatted)
        .collect(Collectors.joining(", "));
  }
}
