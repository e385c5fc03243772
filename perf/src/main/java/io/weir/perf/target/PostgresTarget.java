package io.weir.perf.target;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.weir.perf.machine.Cpu;
import io.weir.perf.process.PostgresProcess;
import io.weir.perf.process.Surroundings;
import io.weir.perf.workload.Population;
import java.io.IOException;
import java.time.Duration;
import reactor.core.publisher.Mono;

/** PostgreSQL through a pool of the Vert.x client: asynchronous, binary protocol, cached prepared statements. */
record PostgresTarget(PostgresProcess server, Vertx vertx, Pool pool) implements Target {

  private static final Duration CLOSING = Duration.ofSeconds(10);
  private static final int WAITING = 100_000;

  static PostgresTarget start(Surroundings surroundings) throws IOException {
    var server = PostgresProcess.start(surroundings);
    var vertx = Vertx.vertx(new VertxOptions()
        .setEventLoopPoolSize(Runtime.getRuntime().availableProcessors())
        .setPreferNativeTransport(true));
    var connect = new PgConnectOptions()
        .setHost("127.0.0.1")
        .setPort(server.port())
        .setUser(PostgresProcess.USER)
        .setDatabase(PostgresProcess.USER)
        .setCachePreparedStatements(true);
    var pooled = new PoolOptions()
        .setMaxSize(surroundings.manyConnections())
        .setMaxWaitQueueSize(WAITING)
        .setEventLoopSize(Runtime.getRuntime().availableProcessors());
    var pool = PgBuilder.pool().with(pooled).connectingTo(connect).using(vertx).build();
    return new PostgresTarget(server, vertx, pool);
  }

  @Override
  public Mono<TargetTable> load(Population population) {
    var table = new PostgresTable(pool, PostgresStatements.of(population));
    return table
        .create()
        .then(TableLoader.byBatches(table, population))
        .then(table.settle())
        .thenReturn(table);
  }

  @Override
  public Cpu cpu() {
    return server.child().cpu();
  }

  @Override
  public void close() throws IOException {
    try (var child = server.child()) {
      Mono.fromCompletionStage(() -> pool.close().toCompletionStage()).block(CLOSING);
      Mono.fromCompletionStage(() -> vertx.close().toCompletionStage()).block(CLOSING);
    }
  }
}
