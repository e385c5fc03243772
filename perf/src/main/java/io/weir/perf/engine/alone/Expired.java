package io.weir.perf.engine.alone;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Expiry;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.stream.IntStream;
import reactor.core.publisher.Flux;

/** Tables of entities of about 150 bytes that have expired once the table has the rule. */
final class Expired {

  static final Expiry RULE = Expiry.at("ExpiresAt");

  private static final int BATCHES_IN_FLIGHT = 16;
  private static final String TEXT = "x".repeat(100);

  private Expired() {}

  /** Creates the table, and fills it with whole batches of a partition each. Blocks. */
  static void fill(TableService tables, TableName table, int entities) {
    tables
        .createTable(table)
        .thenMany(Flux.range(0, entities / Batch.MAX_WRITES)
            .flatMap(partition -> tables.submit(table, batch(partition)), BATCHES_IN_FLIGHT))
        .then()
        .block();
  }

  private static Batch batch(int partition) {
    return new Batch(IntStream.range(0, Batch.MAX_WRITES)
        .mapToObj(row -> write("p" + partition, Integer.toString(row)))
        .toList());
  }

  private static Write write(String partition, String row) {
    return new Write.Upsert(
        Entity.builder(partition, row)
            .set("ExpiresAt", new EdmDateTime(EdmDateTime.TICKS_PER_SECOND))
            .set("Text", TEXT)
            .build(),
        WriteMode.REPLACE);
  }
}
