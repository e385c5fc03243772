package io.weir.perf.endpoint;

import io.weir.perf.process.PostgresProcess;
import io.weir.perf.workload.DataSet;
import java.io.IOException;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The data set in a table of PostgreSQL, read in the order of its key by a cursor of its driver, a thousand rows at a time. Belongs to
 * one thread, which waits.
 */
record PostgresCursor(String url) {

  private static final int FETCH_ROWS = 1_000;

  /** Loads the data and stands ready. */
  static PostgresCursor over(PostgresProcess server, DataSet data) throws IOException {
    try (var connection = DriverManager.getConnection(server.jdbcUrl())) {
      PostgresTable.load(connection, data);
      return new PostgresCursor(server.jdbcUrl());
    } catch (SQLException e) {
      throw new IOException("PostgreSQL failed.", e);
    }
  }

  /** Reads all rows; how many that were. */
  long read() {
    try (var connection = DriverManager.getConnection(url)) {
      connection.setAutoCommit(false); // else the driver would fetch all rows at once
      try (var statement = connection.createStatement()) {
        statement.setFetchSize(FETCH_ROWS);
        return count(
            statement.executeQuery("SELECT * FROM " + PostgresTable.NAME + " ORDER BY pk, rk"));
      }
    } catch (SQLException e) {
      throw new IllegalStateException("The cursor failed.", e);
    }
  }

  private static long count(ResultSet found) throws SQLException {
    var rows = 0L;
    for (; found.next(); rows++) {
      if (found.getString(1).isEmpty()) {
        throw new IllegalStateException("A row has no key.");
      }
    }
    return rows;
  }
}
