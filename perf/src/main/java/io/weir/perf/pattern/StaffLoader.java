package io.weir.perf.pattern;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.perf.target.WrongAnswer;
import java.time.Duration;
import reactor.core.publisher.Flux;

/** Loads tables by bulk writes. Belongs to one thread, which blocks. */
final class StaffLoader {

  private static final Duration PATIENCE = Duration.ofMinutes(60);

  private StaffLoader() {}

  /** Creates a table and stores entities. */
  static void load(TableService tables, TableName table, Flux<Entity> entities) {
    write(tables, table, entities.map(each -> new Write.Upsert(each, WriteMode.REPLACE)));
  }

  /**
   * Creates a table and carries writes out, in one stream. Fails with {@link WrongAnswer} if one of
   * them is refused.
   */
  static void write(TableService tables, TableName table, Flux<? extends Write> writes) {
    var end = tables
        .createTable(table)
        .thenMany(tables.bulk(table, writes.map(BulkLine::of)))
        .doOnNext(result -> {
          if (result instanceof BulkResult.Refused refused) {
            throw new WrongAnswer(
                "table=" + table + " refused=" + refused.cause().getMessage());
          }
        })
        .ofType(BulkResult.End.class)
        .blockLast(PATIENCE);
    if (end == null) {
      throw new WrongAnswer("table=" + table + " ended without a report");
    }
  }
}
