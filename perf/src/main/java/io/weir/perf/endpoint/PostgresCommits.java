package io.weir.perf.endpoint;

import io.weir.perf.process.PostgresProcess;
import io.weir.perf.workload.DataSet;
import io.weir.api.entity.Entity;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Single rows written to PostgreSQL by its driver as its own {@code pgbench} does: from a thread for each connection, each row by a
 * prepared statement and in a transaction of its own, which is on the disk when it is acknowledged, as PostgreSQL has it by default.
 * Belongs to one thread, which waits.
 */
final class PostgresCommits implements AutoCloseable {

  private final PostgresTable table;
  private final List<Connection> connections;
  private final ExecutorService threads;

  private PostgresCommits(PostgresTable table, List<Connection> connections) {
    this.table = table;
    this.connections = connections;
    this.threads = Executors.newFixedThreadPool(connections.size());
  }

  /** Loads the data and opens so many connections. */
  static PostgresCommits over(PostgresProcess server, DataSet data, int connections)
      throws IOException {
    try {
      var opened = new ArrayList<Connection>();
      for (var i = 0; i < connections; i++) {
        opened.add(DriverManager.getConnection(server.jdbcUrl()));
      }
      return new PostgresCommits(PostgresTable.load(opened.get(0), data), opened);
    } catch (SQLException e) {
      throw new IOException("PostgreSQL failed.", e);
    }
  }

  /** Writes rows over the first so many connections at a time, as many by each. Answers how many. */
  long upsert(List<Entity> rows, int by) {
    var each = rows.size() / by;
    var running = new ArrayList<CompletableFuture<Void>>();
    for (var i = 0; i < by; i++) {
      var connection = connections.get(i);
      var part = rows.subList(i * each, (i + 1) * each);
      running.add(CompletableFuture.runAsync(() -> upsert(part, connection), threads));
    }
    running.forEach(CompletableFuture::join);
    return (long) each * by;
  }

  @Override
  public void close() throws IOException {
    threads.shutdown();
    try {
      for (var connection : connections) {
        connection.close();
      }
    } catch (SQLException e) {
      throw new IOException("PostgreSQL failed.", e);
    }
  }

  private void upsert(List<Entity> rows, Connection connection) {
    try (var statement = connection.prepareStatement(table.upsert())) {
      for (var row : rows) {
        table.set(row, statement);
        statement.executeUpdate();
      }
    } catch (SQLException e) {
      throw new IllegalStateException("A commit failed.", e);
    }
  }
}
