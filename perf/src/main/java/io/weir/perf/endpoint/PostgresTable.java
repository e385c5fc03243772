package io.weir.perf.endpoint;

import io.weir.perf.workload.DataSet;
import io.weir.api.entity.Entity;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/** A data set as a table of PostgreSQL: the keys, which are its primary key, and a column of text for each property. Any thread. */
final class PostgresTable {

  static final String NAME = "measured";

  private static final String KEY = "pk, rk";
  private static final int INSERTED_ROWS = 1_000;

  private final List<String> properties;

  private PostgresTable(List<String> properties) {
    this.properties = properties;
  }

  /** Makes the table and loads the data. */
  static PostgresTable load(Connection connection, DataSet data) throws SQLException {
    var table =
        new PostgresTable(data.entity(0).toMap().keySet().stream().sorted().toList());
    try (var statement = connection.createStatement()) {
      var columns =
          table.properties.stream().map(name -> name + " text").collect(Collectors.joining(", "));
      statement.execute("CREATE TABLE " + NAME + " (pk text COLLATE \"C\", rk text COLLATE \"C\", "
          + columns + ", PRIMARY KEY (" + KEY + "))");
    }
    try (var rows = connection.prepareStatement(table.insert())) {
      for (var number = 0; number < data.entities(); number++) {
        table.set(data.entity(number), rows);
        rows.addBatch();
        if ((number + 1) % INSERTED_ROWS == 0 || number == data.entities() - 1) {
          rows.executeBatch();
        }
      }
    }
    try (var statement = connection.createStatement()) {
      statement.execute("VACUUM ANALYZE " + NAME);
    }
    return table;
  }

  /** Replaces a row, or inserts one where there is none. */
  String upsert() {
    var values = properties.stream()
        .map(name -> name + " = EXCLUDED." + name)
        .collect(Collectors.joining(", "));
    return insert() + " ON CONFLICT (" + KEY + ") DO UPDATE SET " + values;
  }

  /** Gives the statement the row of an entity. */
  void set(Entity entity, PreparedStatement row) throws SQLException {
    row.setString(1, entity.partitionKey());
    row.setString(2, entity.rowKey());
    var column = 2;
    for (var name : properties) {
      row.setString(++column, entity.getString(name).orElseThrow());
    }
  }

  private String insert() {
    var places = "?, ".repeat(2 + properties.size());
    return "INSERT INTO " + NAME + " VALUES (" + places.substring(0, places.length() - 2) + ")";
  }
}
