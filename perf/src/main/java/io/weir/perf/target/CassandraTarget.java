package io.weir.perf.target;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import io.weir.perf.machine.Cpu;
import io.weir.perf.process.CassandraProcess;
import io.weir.perf.process.Surroundings;
import io.weir.perf.workload.Population;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import reactor.core.publisher.Mono;

/** Apache Cassandra, one node, through its own driver: one connection with many requests in flight. */
record CassandraTarget(CassandraProcess server, CqlSession session) implements Target {

  private static final String KEYSPACE =
      "CREATE KEYSPACE measured WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  static CassandraTarget start(Surroundings surroundings) throws IOException {
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
    return new CassandraTarget(server, session);
  }

  @Override
  public Mono<TargetTable> load(Population population) {
    return CassandraTable.create(session, population)
        .delayUntil(table -> TableLoader.byBatches(table, population))
        .map(table -> table);
  }

  @Override
  public Cpu cpu() {
    return server.child().cpu();
  }

  @Override
  public void close() throws IOException {
    try (var child = server.child()) {
      session.close();
    }
  }
}
