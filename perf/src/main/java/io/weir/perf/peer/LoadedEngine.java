package io.weir.perf.peer;

import static io.weir.perf.workload.DataSet.TABLE;

import io.weir.api.AccountName;
import io.weir.api.TableService;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.Engine;
import io.weir.engine.loop.Loops;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import io.weir.perf.process.StoreHome;
import io.weir.perf.workload.DataSet;
import io.weir.perf.workload.IndexedProperties;
import java.io.IOException;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import reactor.core.publisher.Flux;

/**
 * A Weir store that holds a data set. Opening blocks until everything is stored, unless it was
 * stored before.
 *
 * <p>Any thread. The caller owns the loops.
 */
public final class LoadedEngine implements AutoCloseable {

  private static final int BATCHES_IN_FLIGHT = 32;

  private final StoreHome home;
  private final Engine engine;

  private LoadedEngine(StoreHome home, Engine engine) {
    this.home = home;
    this.engine = engine;
  }

  /** Opens the store of a home and fills it if it is empty. */
  public static LoadedEngine open(StoreHome home, DataSet data, Durability durability, Loops loops)
      throws IOException {
    return open(home, data, options -> options.withDurability(durability), loops);
  }

  /**
   * Opens the store of a home and fills it if it is empty.
   *
   * @param choice changes the default options
   */
  public static LoadedEngine open(
      StoreHome home, DataSet data, UnaryOperator<StoreOptions> choice, Loops loops)
      throws IOException {
    var loaded =
        new LoadedEngine(home, Engine.open(choice.apply(StoreOptions.in(home.path())), loops));
    if (!home.isLoaded()) {
      loaded.load(data);
    }
    return loaded;
  }

  /** Opens the store of a home without filling it. */
  public static LoadedEngine openAsItIs(StoreHome home, Durability durability, Loops loops)
      throws IOException {
    return openAsItIs(home, options -> options.withDurability(durability), loops);
  }

  /**
   * Opens the store of a home without filling it.
   *
   * @param choice changes the default options
   */
  public static LoadedEngine openAsItIs(
      StoreHome home, UnaryOperator<StoreOptions> choice, Loops loops) throws IOException {
    return new LoadedEngine(home, Engine.open(choice.apply(StoreOptions.in(home.path())), loops));
  }

  /** Writes a checkpoint. Blocks. */
  public void checkpoint() throws IOException {
    engine.store().checkpoint();
  }

  /** Returns the end of its log, in bytes from the first record that it ever had. */
  public long logPosition() {
    return engine.store().log().durablePosition();
  }

  public TableService tables() {
    return engine.account(AccountName.DEVELOPMENT);
  }

  /** Returns the number of expired entities that were removed since the start. */
  public long entitiesExpired() {
    return engine.store().sweepers().entitiesRemoved();
  }

  /** Returns whether it accepts writes. */
  public boolean acceptsWrites() {
    return engine.acceptsWrites();
  }

  /**
   * Stores the data, with the indexes of its shape, and writes a snapshot, from which the next
   * start continues. Blocks.
   */
  public void load(DataSet data) throws IOException {
    var tables = tables();
    var indexes = IndexedProperties.indexes(data.shape().indexes());
    tables.createTable(TABLE).then(TableIndexes.create(tables, TABLE, indexes)).block();
    var batches = (data.entities() + Batch.MAX_WRITES - 1) / Batch.MAX_WRITES;
    Flux.range(0, batches)
        .map(index -> batch(data, index * Batch.MAX_WRITES))
        .flatMap(batch -> tables.submit(TABLE, batch), BATCHES_IN_FLIGHT)
        .blockLast();
    engine.store().checkpoint();
    home.loaded();
  }

  @Override
  public void close() throws IOException {
    engine.close();
    home.close();
  }

  /** Partitions have a multiple of a batch's entities, so a batch never spans two. */
  private static Batch batch(DataSet data, int first) {
    var end = Math.min(first + Batch.MAX_WRITES, data.entities());
    return new Batch(IntStream.range(first, end)
        .<Write>mapToObj(number -> new Write.Upsert(data.entity(number), WriteMode.REPLACE))
        .toList());
  }
}
