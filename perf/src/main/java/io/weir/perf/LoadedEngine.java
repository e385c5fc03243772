package io.weir.perf;

import static io.weir.perf.DataSet.TABLE;

import io.weir.api.AccountName;
import io.weir.api.TableService;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.Engine;
import io.weir.engine.loop.Loops;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.util.stream.IntStream;
import reactor.core.publisher.Flux;

/**
 * A new Weir store that holds a data set. Opening blocks until everything is stored.
 *
 * <p>Any thread. The loops stay the caller's.
 */
public final class LoadedEngine implements AutoCloseable {

  private static final int BATCHES_IN_FLIGHT = 32;

  private final TemporaryFolder folder;
  private final Engine engine;

  private LoadedEngine(TemporaryFolder folder, Engine engine) {
    this.folder = folder;
    this.engine = engine;
  }

  public static LoadedEngine open(DataSet data, Durability durability, Loops loops)
      throws IOException {
    var folder = TemporaryFolder.create();
    var options = StoreOptions.in(folder.path()).withDurability(durability);
    var loaded = new LoadedEngine(folder, Engine.open(options, loops));
    load(loaded.tables(), data);
    return loaded;
  }

  public TableService tables() {
    return engine.account(AccountName.DEVELOPMENT);
  }

  /** Whether it is ready for writes. */
  public boolean acceptsWrites() {
    return engine.acceptsWrites();
  }

  @Override
  public void close() throws IOException {
    engine.close();
    folder.close();
  }

  private static void load(TableService tables, DataSet data) {
    tables.createTable(TABLE).block();
    var batches = (data.entities() + Batch.MAX_WRITES - 1) / Batch.MAX_WRITES;
    Flux.range(0, batches)
        .map(index -> batch(data, index * Batch.MAX_WRITES))
        .flatMap(batch -> tables.submit(TABLE, batch), BATCHES_IN_FLIGHT)
        .blockLast();
  }

  /** Partitions have a multiple of a batch's entities, so a batch never spans two. */
  private static Batch batch(DataSet data, int first) {
    var end = Math.min(first + Batch.MAX_WRITES, data.entities());
    return new Batch(IntStream.range(first, end)
        .<Write>mapToObj(number -> new Write.Upsert(data.entity(number), WriteMode.REPLACE))
        .toList());
  }
}
