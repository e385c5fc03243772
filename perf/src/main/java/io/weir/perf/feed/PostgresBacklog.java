package io.weir.perf.feed;

import io.weir.perf.process.ChildProcess;
import io.weir.perf.process.Cpu;
import io.weir.perf.process.PostgresProcess;
import io.weir.perf.process.Surroundings;
import io.weir.perf.report.FeedTask;
import io.weir.perf.target.LoadedTable;
import io.weir.perf.target.PostgresTable;
import io.weir.perf.target.ServerTarget;
import io.weir.perf.target.TargetKind;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.postgresql.PGConnection;
import org.postgresql.PGProperty;
import org.postgresql.replication.PGReplicationStream;

/**
 * The changes in the log of PostgreSQL since a replication slot was made, decoded by its plugin
 * {@code pgoutput} and read by its own driver.
 *
 * <p>A read confirms nothing, so each begins at the slot's place again. Commits do not wait for the
 * disk while the backlog is written.
 *
 * @param rows that were written, each in a transaction of its own
 */
record PostgresBacklog(ServerTarget<ChildProcess, AutoCloseable> target, int rows)
    implements ChangeBacklog {

  private static final String SLOT = "measured";
  private static final String PUBLICATION = "changes";
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final long LOOK_MILLIS = 2;
  private static final int STATUS_SECONDS = 10;

  /** Starts a server, writes rows and returns the backlog of their changes. Blocks. */
  static PostgresBacklog start(Surroundings surroundings, int rows) throws IOException {
    var target =
        PostgresTable.start(surroundings, "--wal_level=logical", "--synchronous_commit=off");
    var backlog = new PostgresBacklog(target, rows);
    try {
      var table = LoadedTable.load(target, WrittenRows.of(1)).table();
      backlog.execute("CREATE PUBLICATION " + PUBLICATION + " FOR ALL TABLES");
      backlog.execute("SELECT pg_create_logical_replication_slot('" + SLOT + "', 'pgoutput')");
      backlog.execute("TRUNCATE " + WrittenRows.of(1).name()); // the loaded row would be replaced
      WrittenRows.write(table, WrittenRows.of(rows));
      return backlog;
    } catch (IOException | RuntimeException e) {
      target.close();
      throw e;
    }
  }

  private void execute(String sql) throws IOException {
    try (var connection = connect(new Properties());
        var statement = connection.createStatement()) {
      var unused = statement.execute(sql);
    } catch (SQLException e) {
      throw new IOException("PostgreSQL refused sql=" + sql, e);
    }
  }

  private Connection connect(Properties more) throws SQLException {
    var properties = new Properties();
    properties.putAll(more);
    PGProperty.USER.set(properties, PostgresProcess.USER);
    var database = "/" + PostgresProcess.USER;
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + target.server().port() + database, properties);
  }

  @Override
  public String title() {
    return TargetKind.POSTGRESQL.title();
  }

  @Override
  public FeedTask task() {
    return FeedTask.CATCH_UP_VALUES;
  }

  @Override
  public Cpu server() {
    return target.cpu();
  }

  @Override
  public void read() throws IOException {
    awaitSlot();
    var replication = new Properties();
    PGProperty.REPLICATION.set(replication, "database");
    PGProperty.ASSUME_MIN_SERVER_VERSION.set(replication, "9.4");
    PGProperty.PREFER_QUERY_MODE.set(replication, "simple");
    try (var connection = connect(replication);
        var stream = open(connection)) {
      var inserts = new PgOutputInserts();
      while (inserts.count() < rows) {
        var message = stream.read(); // waits
        if (message == null) {
          throw new IOException("the replication stream ended rows=" + inserts.count());
        }
        inserts.add(message);
      }
    } catch (SQLException e) {
      throw new IOException("the replication stream failed", e);
    }
  }

  private static PGReplicationStream open(Connection connection) throws SQLException {
    return connection
        .unwrap(PGConnection.class)
        .getReplicationAPI()
        .replicationStream()
        .logical()
        .withSlotName(SLOT)
        .withSlotOption("proto_version", 1)
        .withSlotOption("publication_names", PUBLICATION)
        .withStatusInterval(STATUS_SECONDS, TimeUnit.SECONDS)
        .withAutomaticFlush(false)
        .start();
  }

  /**
   * Waits until the server has noticed that the last reader is gone. A slot has one reader at a
   * time.
   */
  private void awaitSlot() throws IOException {
    var endNanos = System.nanoTime() + PATIENCE.toNanos();
    try (var connection = connect(new Properties());
        var statement = connection.prepareStatement(
            "SELECT 1 FROM pg_replication_slots WHERE slot_name = '" + SLOT + "' AND NOT active")) {
      while (!statement.executeQuery().next()) {
        if (System.nanoTime() > endNanos) {
          throw new IOException("the replication slot stays in use slot=" + SLOT);
        }
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      }
    } catch (SQLException e) {
      throw new IOException("the replication slot cannot be found slot=" + SLOT, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the replication slot was in use", e);
    }
  }

  @Override
  public void close() throws IOException {
    target.close();
  }
}
