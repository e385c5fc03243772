package io.weir.perf.target;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlResult;
import io.vertx.sqlclient.Tuple;
import io.weir.api.entity.EntityKey;
import io.weir.perf.process.ChildProcess;
import io.weir.perf.process.Closing;
import io.weir.perf.process.PostgresProcess;
import io.weir.perf.process.Servers;
import io.weir.perf.process.Surroundings;
import io.weir.perf.workload.DataRow;
import io.weir.perf.workload.Population;
import io.weir.perf.workload.RowSize;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A table of PostgreSQL. The Vert.x client has a pool of connections, the binary protocol and
 * cached prepared statements. Any thread.
 */
public record PostgresTable(Pool pool, PostgresStatements statements) implements TargetTable {

  private static final int FETCHED_ROWS = 1_000;
  private static final int WAITING = 100_000;

  /**
   * Starts the server and a pool; blocks until the server serves.
   *
   * @param options further ones of {@code postgres}
   */
  public static ServerTarget<ChildProcess, AutoCloseable> start(
      Surroundings surroundings, String... options) throws IOException {
    var server = PostgresProcess.start(surroundings, options);
    return connect(surroundings, server, server.port());
  }

  /** Starts a server whose commits wait for a standby, and a pool; blocks until both serve. */
  static Target startWithStandby(Surroundings surroundings) throws IOException {
    var both = PostgresProcess.startWithStandby(surroundings);
    return connect(surroundings, both, both.all().get(0).port());
  }

  private static <S extends Servers> ServerTarget<S, AutoCloseable> connect(
      Surroundings surroundings, S server, int port) {
    var loops = Runtime.getRuntime().availableProcessors();
    var vertx =
        Vertx.vertx(new VertxOptions().setEventLoopPoolSize(loops).setPreferNativeTransport(true));
    var connect = new PgConnectOptions()
        .setHost("127.0.0.1")
        .setPort(port)
        .setUser(PostgresProcess.USER)
        .setDatabase(PostgresProcess.USER)
        .setCachePreparedStatements(true);
    var pooled = new PoolOptions()
        .setMaxSize(surroundings.manyConnections())
        .setMaxWaitQueueSize(WAITING)
        .setEventLoopSize(loops);
    var pool = PgBuilder.pool().with(pooled).connectingTo(connect).using(vertx).build();
    AutoCloseable closing = () -> {
      Closing.end("the pool of PostgreSQL's client", mono(pool::close));
      Closing.end("the loops of PostgreSQL's client", mono(vertx::close));
    };
    return new ServerTarget<>(
        server,
        closing,
        population -> population.size() == RowSize.MESSAGE
            ? PostgresQueue.load(pool, population)
            : load(pool, population));
  }

  private static Mono<TargetTable> load(Pool pool, Population population) {
    var table = new PostgresTable(pool, PostgresStatements.of(population));
    return table
        .create()
        .then(TableLoader.byBatches(table, population))
        .then(table.createIndexes())
        .then(table.settle())
        .thenReturn(table);
  }

  private Mono<Void> create() {
    return mono(() -> pool.query(statements.create()).execute()).then();
  }

  /** Follows the loading, which makes the most compact indexes. */
  private Mono<Void> createIndexes() {
    return Flux.fromIterable(statements.createIndexes())
        .concatMap(sql -> mono(() -> pool.query(sql).execute()))
        .then();
  }

  /** Finishes the background work that loading left behind. */
  private Mono<Void> settle() {
    return mono(() -> pool.query("VACUUM ANALYZE " + statements.table()).execute())
        .then(mono(() -> pool.query("CHECKPOINT").execute()))
        .then();
  }

  @Override
  public Mono<Integer> read(EntityKey key) {
    return rows(statements.read(), Tuple.of(key.partitionKey(), key.rowKey()), RowSet::size);
  }

  @Override
  public Mono<Integer> upsert(DataRow row) {
    return rows(statements.upsert(), tuple(row), SqlResult::rowCount);
  }

  @Override
  public Mono<Integer> increment(EntityKey key) {
    return rows(
        statements.increment(), Tuple.of(key.partitionKey(), key.rowKey()), SqlResult::rowCount);
  }

  @Override
  public Mono<Integer> sum() {
    return rows(
        statements.sum(),
        Tuple.tuple(),
        rows -> rows.iterator().next().getLong(1).intValue());
  }

  @Override
  public Mono<Integer> insert(DataRow row) {
    return rows(statements.insert(), tuple(row), SqlResult::rowCount);
  }

  @Override
  public Mono<Integer> scan(EntityKey from, int rows) {
    return rows(
        statements.scan(), Tuple.of(from.partitionKey(), from.rowKey(), rows), RowSet::size);
  }

  @Override
  public Mono<Integer> batch(List<DataRow> rows) {
    return rows(statements.upsertMany(), lists(rows), SqlResult::rowCount);
  }

  /** Uses one statement: PostgreSQL has nothing faster that replaces existing rows. */
  @Override
  public Mono<Integer> bulk(List<DataRow> rows) {
    return batch(rows);
  }

  /** Reads by a cursor in the order of the keys, a fixed number of rows at a time. */
  @Override
  public Mono<Integer> stream() {
    return mono(() -> pool.withTransaction(connection ->
        connection.prepare(statements.all()).compose(prepared -> readOn(prepared.cursor(), 0))));
  }

  /**
   * Pipelines a transaction of single upserts: one round trip from BEGIN to COMMIT, once the
   * statement is prepared.
   */
  @Override
  public Mono<Integer> joint(List<DataRow> rows) {
    return mono(() -> pool.withConnection(connection -> {
      var answers = new ArrayList<Future<RowSet<io.vertx.sqlclient.Row>>>();
      answers.add(connection.query("BEGIN").execute());
      rows.forEach(
          row -> answers.add(connection.preparedQuery(statements.upsert()).execute(tuple(row))));
      answers.add(connection.query("COMMIT").execute());
      return Future.join(answers).map(all -> rows.size());
    }));
  }

  @Override
  public Mono<Integer> indexEquals(String group) {
    return rows(statements.indexEquals(), Tuple.of(group), RowSet::size);
  }

  /** Reads in one round trip; a cursor would need a transaction and several. */
  @Override
  public Mono<Integer> indexRange(String fromRank, int rows) {
    return rows(statements.indexRange(), Tuple.of(fromRank, rows), RowSet::size);
  }

  private static Future<Integer> readOn(Cursor cursor, int before) {
    return cursor.read(FETCHED_ROWS).compose(page -> {
      var rows = before + page.size();
      return cursor.hasMore() ? readOn(cursor, rows) : Future.succeededFuture(rows);
    });
  }

  private Mono<Integer> rows(
      String sql, Tuple parameters, Function<RowSet<io.vertx.sqlclient.Row>, Integer> count) {
    return mono(() -> pool.preparedQuery(sql).execute(parameters)).map(count);
  }

  private static <T> Mono<T> mono(Supplier<Future<T>> asked) {
    return Mono.fromCompletionStage(() -> asked.get().toCompletionStage());
  }

  private static Tuple tuple(DataRow row) {
    var tuple = Tuple.of(row.key().partitionKey(), row.key().rowKey());
    row.values().forEach(tuple::addString);
    row.number().ifPresent(tuple::addLong);
    return tuple;
  }

  private static Tuple lists(List<DataRow> rows) {
    var columns = new ArrayList<Function<DataRow, String>>();
    columns.add(row -> row.key().partitionKey());
    columns.add(row -> row.key().rowKey());
    for (var place = 0; place < rows.get(0).values().size(); place++) {
      var at = place;
      columns.add(row -> row.values().get(at));
    }
    var tuple = Tuple.tuple();
    columns.forEach(
        column -> tuple.addArrayOfString(rows.stream().map(column).toArray(String[]::new)));
    if (rows.get(0).number().isPresent()) {
      tuple.addArrayOfLong(
          rows.stream().map(row -> row.number().orElseThrow()).toArray(Long[]::new));
    }
    return tuple;
  }
}
