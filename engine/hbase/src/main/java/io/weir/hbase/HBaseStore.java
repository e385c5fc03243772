package io.weir.hbase;

import io.weir.api.AccountName;
import io.weir.api.AccountSettings;
import io.weir.api.TableService;
import io.weir.hbase.access.ClusterCalls;
import io.weir.hbase.access.RegionCalls;
import io.weir.hbase.catalog.Catalog;
import io.weir.hbase.catalog.CatalogCopy;
import io.weir.hbase.catalog.CatalogSettings;
import io.weir.hbase.catalog.DroppedTables;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * A store in a cluster of HBase, as one gateway sees it.
 *
 * <p>Any thread. Results run on {@code weir-hbase-N}, of which there are as many as cores.
 */
public final class HBaseStore {

  private static final Logger LOG = LoggerFactory.getLogger(HBaseStore.class);

  /**
   * The time after which HBase's client gives up, and looks up the places of regions anew. A
   * handler of a region server works on a call for some more than a second at most.
   */
  private static final Duration ATTEMPT = Duration.ofSeconds(5);

  /** More than fit into an attempt. */
  private static final int MOST_RETRIES = 10_000;

  /**
   * The pause before the first retry. HBase's client raises it up to two hundredfold: a region that
   * is back is found within a second.
   */
  private static final long FIRST_PAUSE_MILLIS = 5;

  /**
   * The age up to which settings in memory count, such as access policies: how long a revoked one
   * may work by a gateway that is cut off.
   */
  static final Duration SETTINGS_BELIEVED = Duration.ofSeconds(30);

  private final AsyncConnection connection;
  private final Scheduler scheduler;
  private final ClusterCalls calls;
  private final RegionCalls regions;
  private final AsyncTable<?> catalogRows;
  private final Catalog catalog;
  private final CatalogCopy copy;
  private final Duration copyEvery;
  private final RequestIds requestIds;
  private final DroppedTables droppedTables;
  private final Duration reclaimEvery;
  private final Disposable.Composite background = Disposables.composite();

  private HBaseStore(AsyncConnection connection, HBaseOptions options) {
    var schema = new StoreSchema(options);
    this.connection = connection;
    this.scheduler =
        Schedulers.newParallel("weir-hbase", Runtime.getRuntime().availableProcessors(), true);
    this.calls = new ClusterCalls(
        scheduler,
        options.mostCallsInFlight(),
        options.deadline(),
        System::nanoTime,
        () -> forgetPlaces(connection, schema));
    this.regions = new RegionCalls(
        calls,
        table(connection, schema.entities(), options),
        connection.getRegionLocator(schema.entities()));
    this.catalogRows = table(connection, schema.catalog(), options);
    this.catalog =
        new Catalog(calls, catalogRows, options.tableLease(), Clock.systemUTC(), System::nanoTime);
    this.copy = new CatalogCopy(calls, catalogRows, catalog, SETTINGS_BELIEVED, System::nanoTime);
    this.copyEvery = options.tableLease().dividedBy(2);
    this.requestIds = new RequestIds(new SecureRandom());
    this.reclaimEvery = options.deadline();
    this.droppedTables = new DroppedTables(
        calls,
        catalogRows,
        options.deadline().multipliedBy(2),
        Clock.systemUTC(),
        id -> RangeDeletion.ofDropped(regions, requestIds, id));
  }

  /**
   * Lets HBase's client look up the places of regions anew. deliberate: table by table, which fails
   * the look-ups that are under way, so that their callers repeat them. To forget the places of all
   * tables at once loses these look-ups, and their callers wait in vain.
   */
  static void forgetPlaces(AsyncConnection connection, StoreSchema schema) {
    connection.getRegionLocator(schema.entities()).clearRegionLocationCache();
    connection.getRegionLocator(schema.catalog()).clearRegionLocationCache();
  }

  private static AsyncTable<?> table(
      AsyncConnection connection, TableName name, HBaseOptions options) {
    var attemptMillis = Math.min(ATTEMPT.toMillis(), options.deadline().toMillis());
    return connection
        .getTableBuilder(name)
        .setOperationTimeout(attemptMillis, TimeUnit.MILLISECONDS)
        .setScanTimeout(attemptMillis, TimeUnit.MILLISECONDS)
        .setRpcTimeout(attemptMillis, TimeUnit.MILLISECONDS)
        .setReadRpcTimeout(attemptMillis, TimeUnit.MILLISECONDS)
        .setWriteRpcTimeout(attemptMillis, TimeUnit.MILLISECONDS)
        .build();
  }

  /**
   * Opens the store in a cluster, and creates its tables there when they are absent.
   *
   * @param cluster names at least ZooKeeper's quorum: {@code hbase.zookeeper.quorum}
   */
  public static Mono<HBaseStore> open(Configuration cluster, HBaseOptions options) {
    return Mono.fromFuture(() -> ConnectionFactory.createAsyncConnection(patient(cluster)))
        .flatMap(connection -> new StoreSchema(options)
            .create(connection.getAdmin())
            .then(Mono.fromSupplier(() -> new HBaseStore(connection, options)))
            .onErrorResume(failure -> closed(connection).then(Mono.error(failure))))
        .flatMap(store ->
            store.start().onErrorResume(failure -> store.close().then(Mono.error(failure))));
  }

  private Mono<HBaseStore> start() {
    return copy.refresh().then(Mono.fromSupplier(() -> {
      background.add(
          every(reclaimEvery, droppedTables::reclaim, "dropped tables are not reclaimed yet"));
      background.add(every(copyEvery, copy::refresh, "the catalog cannot be read"));
      return this;
    }));
  }

  /** Repeats what may fail; the next time it is tried again. */
  private Disposable every(Duration pause, Supplier<Mono<Void>> work, String failed) {
    return Flux.interval(pause, scheduler)
        .onBackpressureDrop()
        .concatMap(
            tick -> work.get().onErrorResume(failure -> {
              LOG.warn(failed, failure);
              return Mono.empty();
            }),
            1)
        .subscribe();
  }

  /**
   * Returns the settings of a client that tries until its time is over, and often enough to notice
   * soon that a region is back.
   */
  private static Configuration patient(Configuration cluster) {
    var own = new Configuration(cluster);
    own.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, MOST_RETRIES);
    own.setLong(HConstants.HBASE_CLIENT_PAUSE, FIRST_PAUSE_MILLIS);
    return own;
  }

  /** Returns the tables of an account. */
  public TableService account(AccountName account) {
    return new HBaseTables(calls, regions, catalogRows, catalog, copy, requestIds, account);
  }

  /** Returns the settings of an account and of its tables. */
  public AccountSettings settings(AccountName account) {
    return new CatalogSettings(calls, catalogRows, copy, requestIds::next, account);
  }

  /**
   * Returns the time since the cluster was last asked for the catalog and answered. The catalog is
   * read twice in a lease, so more than a few leases mean that the cluster, or the region server of
   * the catalog, does not answer.
   */
  public Duration silence() {
    return copy.age();
  }

  /** Returns the number of calls of the cluster that are in flight. */
  public int callsInFlight() {
    return calls.inFlight();
  }

  /** Closes the connection. Calls in flight fail; the outcome of such a write is unknown. */
  public Mono<Void> close() {
    return Mono.fromRunnable(background::dispose)
        .then(closed(connection))
        .doFinally(signal -> scheduler.dispose());
  }

  /** HBase's client closes by waiting for its threads. */
  private static Mono<Void> closed(AsyncConnection connection) {
    return Mono.<Void>fromCallable(() -> {
          connection.close();
          return null;
        })
        .subscribeOn(Schedulers.boundedElastic());
  }
}
