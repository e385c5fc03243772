package io.weir.perf.endpoint;

import io.weir.api.entity.Entity;
import io.weir.perf.DataSet;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.stream.Collectors;

/**
 * The data set in a table of PostgreSQL, read in the order of its key by a cursor of its driver, a thousand rows at a time. Belongs to
 * one thread, which waits.
 */
final class PostgresCursor {

  private static final int FETCH_ROWS = 1_000;
  private static final int INSERTED_ROWS = 1_000;

  private final Connection connection;

  private PostgresCursor(Connection connection) {
    this.connection = connection;
  }

  /** Loads the data and stands ready. The connection ends with its server. */
  static PostgresCursor over(PostgresServer server, DataSet data) throws IOException {
    try {
      var cursor = new PostgresCursor(DriverManager.getConnection(server.url()));
      cursor.load(data);
      return cursor;
    } catch (SQLException e) {
      throw new IOException("PostgreSQL failed.", e);
    }
  }

  private void load(DataSet data) throws SQLException {
    var columns = data.entity(0).toMap().keySet().stream()
        .sorted()
        .map(name -> name + " text")
        .collect(Collectors.joining(", "));
    try (var statement = connection.createStatement()) {
      statement.execute("CREATE TABLE measured (pk text COLLATE \"C\", rk text COLLATE \"C\", "
          + columns + ", PRIMARY KEY (pk, rk))");
    }
    var places = "?, ".repeat(2 + data.entity(0).toMap().size());
    var insert = "INSERT INTO measured VALUES (" + places.substring(0, places.length() - 2) + ")";
    try (var rows = connection.prepareStatement(insert)) {
      for (var number = 0; number < data.entities(); number++) {
        add(data.entity(number), rows);
        if ((number + 1) % INSERTED_ROWS == 0 || number == data.entities() - 1) {
          rows.executeBatch();
        }
      }
    }
    try (var statement = connection.createStatement()) {
      statement.execute("VACUUM ANALYZE measured");
    }
    connection.setAutoCommit(
        false); // without a transaction the driver would fetch all rows at once
  }

  private static void add(Entity entity, PreparedStatement rows) throws SQLException {
    rows.setString(1, entity.partitionKey());
    rows.setString(2, entity.rowKey());
    var column = 2;
    for (var name : entity.toMap().keySet().stream().sorted().toList()) {
      rows.setString(++column, entity.getString(name).orElseThrow());
    }
    rows.addBatch();
  }

  private static void requireText(String key) {
    if (key.isEmpty()) {
      throw new IllegalStateException("A row has no key.");
    }
  }

  /** Reads all rows; how many that were. */
  long read() {
    try (var statement = connection.createStatement()) {
      statement.setFetchSize(FETCH_ROWS);
      var rows = 0L;
      try (var found = statement.executeQuery("SELECT * FROM measured ORDER BY pk, rk")) {
        for (; found.next(); rows++) {
          requireText(found.getString(1));
        }
      }
      return rows;
    } catch (SQLException e) {
      throw new IllegalStateException("The cursor failed.", e);
    }
  }
}
