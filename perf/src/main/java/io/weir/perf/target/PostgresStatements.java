package io.weir.perf.target;

import io.weir.perf.workload.IndexedProperties;
import io.weir.perf.workload.Population;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The SQL of a table with two keys, some text columns, and perhaps a number.
 *
 * @param table its name
 * @param columns besides the keys
 * @param indexes the number of indexes, each over one column
 * @param isNumbered whether a column of numbers is the last one
 */
public record PostgresStatements(String table, int columns, int indexes, boolean isNumbered) {

  private static final String GROUP = ordered(IndexedProperties.GROUP);
  private static final String RANK = ordered(IndexedProperties.RANK);

  static PostgresStatements of(Population population) {
    return new PostgresStatements(
        population.name().toLowerCase(Locale.ROOT),
        population.size().count(),
        population.size().indexes(),
        population.size().isNumbered());
  }

  /** Orders keys by their bytes, as all targets do. */
  String create() {
    return "CREATE TABLE " + table + " (pk text COLLATE \"C\", rk text COLLATE \"C\", "
        + list("p%1$d text") + (isNumbered ? ", n bigint" : "") + ", PRIMARY KEY (pk, rk))";
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
    return "INSERT INTO " + table + " VALUES ($1, $2, " + list("$%2$d")
        + (isNumbered ? ", $" + (columns + 3) : "") + ")";
  }

  String increment() {
    return "UPDATE " + table + " SET n = n + 1 WHERE pk = $1 AND rk = $2";
  }

  /** Answers the sum and how many rows have a number. */
  String sum() {
    return "SELECT sum(n), count(n) FROM " + table;
  }

  String upsert() {
    return insert() + replacing();
  }

  /** Stores many rows in one statement, with an array for each column. */
  String upsertMany() {
    return "INSERT INTO " + table + " SELECT * FROM unnest($1::text[], $2::text[], "
        + list("$%2$d::text[]") + (isNumbered ? ", $" + (columns + 3) + "::bigint[]" : "") + ")"
        + replacing();
  }

  List<String> createIndexes() {
    return IntStream.range(IndexedProperties.GROUP, IndexedProperties.GROUP + indexes)
        .mapToObj(column -> "CREATE INDEX ON " + table + " (" + ordered(column) + ")")
        .toList();
  }

  String indexEquals() {
    return "SELECT * FROM " + table + " WHERE " + GROUP + " = $1";
  }

  String indexRange() {
    return "SELECT p0, p" + IndexedProperties.RANK + " FROM " + table + " WHERE " + RANK
        + " >= $1 ORDER BY " + RANK + " LIMIT $2";
  }

  /** Orders values by their bytes, as all targets do. */
  private static String ordered(int column) {
    return "p" + column + " COLLATE \"C\"";
  }

  private String replacing() {
    return " ON CONFLICT (pk, rk) DO UPDATE SET " + list("p%1$d = excluded.p%1$d")
        + (isNumbered ? ", n = excluded.n" : "");
  }

  /**
   * Repeats a format for each column: argument 1 is the column's number from 0, argument 2 that of
   * its parameter.
   */
  private String list(String format) {
    return IntStream.range(0, columns)
        .mapToObj(column -> format.formatted(column, column + 3))
        .collect(Collectors.joining(", "));
  }
}
