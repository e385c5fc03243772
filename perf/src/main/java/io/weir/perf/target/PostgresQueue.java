package io.weir.perf.target;

import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import io.weir.perf.workload.Population;
import java.util.Locale;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/**
 * A queue in a table of PostgreSQL, as the extension pgmq makes and uses it: a message is hidden by
 * the time from which it is visible, and {@code SKIP LOCKED} keeps consumers from waiting for each
 * other. Any thread.
 *
 * <p>Send, take and delete are one statement each, and a transaction of its own: one round trip and
 * one forced commit.
 *
 * @see <a href="https://github.com/pgmq/pgmq">pgmq</a>
 */
record PostgresQueue(Pool pool, String table) implements TargetTable {

  /** Creates a queue in which the rows of a population wait. */
  static Mono<TargetTable> load(Pool pool, Population population) {
    var queue = new PostgresQueue(pool, population.name().toLowerCase(Locale.ROOT));
    return queue
        .run(
            "CREATE TABLE " + queue.table
                + " (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, read_count int NOT NULL DEFAULT 0,"
                + " enqueued_at timestamptz NOT NULL DEFAULT now(), visible_at timestamptz NOT NULL, message text)")
        .then(queue.run("CREATE INDEX ON " + queue.table + " (visible_at)"))
        .then(TableLoader.byRows(row -> queue.send(row.values().get(0)), population))
        .then(queue.run("VACUUM ANALYZE " + queue.table))
        .thenReturn(queue);
  }

  @Override
  public Mono<Integer> passMessage(String text) {
    return send(text)
        .then(prepared(take(), Tuple.tuple()))
        .map(taken -> only(taken, text.length()))
        .flatMap(id -> prepared("DELETE FROM " + table + " WHERE id = $1", Tuple.of(id)))
        .map(RowSet::rowCount);
  }

  private Mono<Integer> send(String text) {
    return prepared(
            "INSERT INTO " + table + " (visible_at, message) VALUES (clock_timestamp(), $1)",
            Tuple.of(text))
        .map(RowSet::rowCount);
  }

  private String take() {
    return "WITH first AS (SELECT id FROM " + table
        + " WHERE visible_at <= clock_timestamp() ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)"
        + " UPDATE " + table
        + " AS taken SET visible_at = clock_timestamp() + interval '30 seconds',"
        + " read_count = read_count + 1 FROM first WHERE taken.id = first.id RETURNING taken.id, taken.message";
  }

  private static long only(RowSet<Row> taken, int letters) {
    var rows = taken.iterator();
    var row = rows.hasNext() ? rows.next() : null;
    if (row == null || row.getString(1).length() != letters) {
      throw new WrongAnswer("operation=MESSAGE taken=" + taken.size());
    }
    return row.getLong(0);
  }

  private Mono<RowSet<Row>> prepared(String sql, Tuple parameters) {
    return mono(() -> pool.preparedQuery(sql).execute(parameters));
  }

  private Mono<RowSet<Row>> run(String sql) {
    return mono(() -> pool.query(sql).execute());
  }

  private static <T> Mono<T> mono(Supplier<Future<T>> asked) {
    return Mono.fromCompletionStage(() -> asked.get().toCompletionStage());
  }
}
