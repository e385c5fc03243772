package io.weir.perf.target;

import io.weir.perf.workload.Population;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The SQL of a table with two keys and some text columns.
 *
 * @param table its name
 * @param columns besides the keys
 */
record PostgresStatements(String table, int columns) {

  static PostgresStatements of(Population population) {
    return new PostgresStatements(
        population.name().toLowerCase(Locale.ROOT), population.size().count());
  }

  /** Orders keys by their bytes, as all targets do. */
  String create() {
    return "CREATE TABLE " + table + " (pk text COLLATE \"C\", rk text COLLATE \"C\", "
        + list("p%1$d text") + ", PRIMARY KEY (pk, rk))";
  }

  String read() {
    return "SELECT * FROM " + table + " WHERE pk = $1 AND rk = $2";
  }

  String scan() {
    return "SELECT * FROM " + table + " WHERE pk = $1 AND rk >= $2 ORDER BY rk LIMIT $3";
  }

  String all() {
    return "SELECT * FROM " + table + " ORDER BY pk, rk";
  }

  String insert() {
    return "INSERT INTO " + table + " VALUES ($1, $2, " + list("$%2$d") + ")";
  }

  String upsert() {
    return insert() + replacing();
  }

  /** Stores many rows in one statement, with an array for each column. */
  String upsertMany() {
    return "INSERT INTO " + table + " SELECT * FROM unnest($1::text[], $2::text[], "
        + list("$%2$d::text[]") + ")" + replacing();
  }

  private String replacing() {
    return " ON CONFLICT (pk, rk) DO UPDATE SET " + list("p%1$d = excluded.p%1$d");
  }

  /** Repeats a format for each column: argument 1 is the column's number from 0, argument 2 that of its parameter. */
  private String list(String format) {
    return IntStream.range(0, columns)
        .mapToObj(column -> format.formatted(column, column + 3))
        .collect(Collectors.joining(", "));
  }
}
