package io.weir.perf.cluster;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.servererrors.QueryExecutionException;
import io.weir.perf.process.CassandraProcess;
import io.weir.perf.process.ChildProcess;
import io.weir.perf.process.Surroundings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import reactor.core.publisher.Mono;

/**
 * A partition of one node of Apache Cassandra, into which rows are inserted by a lightweight transaction. One node needs no agreement over a
 * network, which favours it beside three region servers.
 */
record CassandraRows(
    ChildProcess server, CqlSession session, PreparedStatement insert, ByteBuffer data)
    implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** Starts the node; blocks until it serves. */
  static CassandraRows start(Surroundings surroundings, RowKeys keys) throws IOException {
    var server = CassandraProcess.start(surroundings);
    var session = CqlSession.builder()
        .addContactPoint(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()))
        .withLocalDatacenter("datacenter1")
        .withConfigLoader(DriverConfigLoader.programmaticBuilder()
            // Beside HBase's libraries the driver cannot read the frames of the fifth.
            .withString(DefaultDriverOption.PROTOCOL_VERSION, "V4")
            .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, PATIENCE)
            .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, PATIENCE)
            .build())
        .build();
    session.execute("CREATE KEYSPACE measured"
        + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    session.execute("CREATE TABLE measured.rows (pk text, rk text, data blob, PRIMARY KEY (pk, rk))");
    var insert = session.prepare(
        "INSERT INTO measured.rows (pk, rk, data) VALUES ('one', ?, ?) IF NOT EXISTS");
    return new CassandraRows(server, session, insert, ByteBuffer.wrap(keys.data()));
  }

  /** Inserts a row. Empty when the transaction lost against others, and gave up. */
  Mono<Integer> insert(int row) {
    return Mono.fromCompletionStage(() -> session.executeAsync(
            insert.bind("%09d".formatted(row), data.duplicate())))
        .map(result -> 1)
        .onErrorResume(QueryExecutionException.class, gaveUp -> Mono.empty());
  }

  @Override
  public void close() throws IOException {
    session.close();
    server.close();
  }
}
