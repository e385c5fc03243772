package io.weir.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.Write;
import io.weir.hbase.access.ClusterCalls;
import io.weir.hbase.access.RegionCalls;
import io.weir.hbase.catalog.Catalog;
import io.weir.hbase.catalog.CatalogCopy;
import io.weir.hbase.protocol.Operation;
import io.weir.hbase.protocol.RequestId;
import io.weir.hbase.protocol.TableId;
import io.weir.hbase.protocol.WriteAnswer;
import io.weir.hbase.protocol.WriteRequest;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * A write that reaches its region after the drop of its table changes nothing, and is not
 * acknowledged.
 */
final class DelayedWriterTest {

  private static final Duration LEASE = Duration.ofMillis(100);
  private static final AtomicLong COUNTER = new AtomicLong();

  private static HBaseStore store;
  private static AsyncConnection connection;
  private static StoreSchema schema;
  private static ClusterCalls calls;
  private static Catalog catalog;

  private final TableName table = new TableName("Strikes" + COUNTER.incrementAndGet());
  private final TableService tables = TestCluster.tables(store);
  private TableId id;

  @BeforeAll
  static void open() throws Exception {
    store = TestCluster.open("delayed");
    connection =
        ConnectionFactory.createAsyncConnection(TestCluster.configuration()).get();
    schema = new StoreSchema(TestCluster.options("delayed"));
    calls = new ClusterCalls(
        Schedulers.parallel(), 100, TestCluster.PATIENCE, System::nanoTime, () -> {});
    catalog = catalog();
  }

  private static Catalog catalog() {
    return new Catalog(
        calls, connection.getTable(schema.catalog()), LEASE, Clock.systemUTC(), System::nanoTime);
  }

  @AfterAll
  static void close() throws Exception {
    connection.close();
    store.close().block(TestCluster.PATIENCE);
  }

  @BeforeEach
  void createTable() {
    tables.createTable(table).block(TestCluster.PATIENCE);
    id = catalog.require(AccountName.DEVELOPMENT, table).block(TestCluster.PATIENCE);
  }

  private static RegionCalls regions(AsyncTable<?> entities) {
    return new RegionCalls(calls, entities, connection.getRegionLocator(schema.entities()));
  }

  private WriteAnswer arrive(String partitionKey) {
    var insert = new Write.Insert(Entity.builder(partitionKey, "1").build());
    var request = new WriteRequest(
        new RequestId(9, COUNTER.incrementAndGet()), id, List.of(Operation.of(insert)));
    return regions(connection.getTable(schema.entities()))
        .write(id.row(insert.key().encoded()), request)
        .block(TestCluster.PATIENCE);
  }

  private static void assertDropped(WriteAnswer answer) {
    assertThat(answer)
        .isInstanceOfSatisfying(
            WriteAnswer.Refused.class,
            refused -> assertThat(refused.code()).isEqualTo(ErrorCode.TABLE_NOT_FOUND));
  }

  @Test
  void theRegionsOfADroppedTableRefuseIt() throws Exception {
    assertThat(arrive("A")).isInstanceOf(WriteAnswer.Done.class);
    assertThat(arrive("Z")).isInstanceOf(WriteAnswer.Done.class);
    connection
        .getAdmin()
        .split(schema.entities(), id.row(new byte[] {'M'}))
        .get(TestCluster.PATIENCE.toSeconds(), TimeUnit.SECONDS);

    tables.deleteTable(table).block(TestCluster.PATIENCE);

    for (var partition : List.of("B", "Y", "L", "M")) {
      assertDropped(arrive(partition));
    }
    tables.createTable(table).block(TestCluster.PATIENCE);
    tables
        .write(table, new Write.Insert(Entity.builder("B", "1").build()))
        .block(TestCluster.PATIENCE);
    assertThat(rowsOf(id)).as("of the dropped table").isEqualTo(2);
  }

  /** Returns the number of entities of a table that the regions hold. */
  private static int rowsOf(TableId table) throws Exception {
    var scan = new Scan()
        .addFamily(new byte[] {'e'})
        .withStartRow(table.rows().lower())
        .withStopRow(table.rows().upper());
    return connection
        .getTable(schema.entities())
        .scanAll(scan)
        .get(TestCluster.PATIENCE.toSeconds(), TimeUnit.SECONDS)
        .size();
  }

  @Test
  void theFenceIsThereWhenTheRegionOpensAgain() throws Exception {
    tables.deleteTable(table).block(TestCluster.PATIENCE);
    for (var region : TestCluster.hbase().getRegions(schema.entities())) {
      connection
          .getAdmin()
          .move(region.getRegionInfo().getEncodedNameAsBytes())
          .get(TestCluster.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    assertDropped(arrive("A"));
  }

  @Test
  void aGatewayDoesNotAcknowledgeItEvenIfTheRegionTookIt() {
    var arrived = new CompletableFuture<Void>();
    var gate = new CompletableFuture<Void>();
    var own = catalog();
    var late = new HBaseTables(
        calls,
        regions(held(connection.getTable(schema.entities()), arrived, gate)),
        connection.getTable(schema.catalog()),
        own,
        new CatalogCopy(
            calls,
            connection.getTable(schema.catalog()),
            own,
            Duration.ofSeconds(30),
            System::nanoTime),
        new RequestIds(new Random(1)),
        AccountName.DEVELOPMENT);
    var answer =
        late.write(table, new Write.Insert(Entity.builder("A", "1").build())).toFuture();
    arrived.join();

    // The drop of the catalog alone: this region might have been split since.
    catalog
        .drop(AccountName.DEVELOPMENT, table, new RequestId(9, COUNTER.incrementAndGet()))
        .block(TestCluster.PATIENCE);
    gate.complete(null);

    assertThatThrownBy(() -> Mono.fromFuture(answer).block(TestCluster.PATIENCE))
        .isInstanceOfSatisfying(
            TableServiceException.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.TABLE_NOT_FOUND));
  }

  /** Returns a table whose calls of coprocessors wait for a gate. */
  private static AsyncTable<?> held(
      AsyncTable<?> target, CompletableFuture<Void> arrived, CompletableFuture<Void> gate) {
    return (AsyncTable<?>) Proxy.newProxyInstance(
        AsyncTable.class.getClassLoader(),
        new Class<?>[] {AsyncTable.class},
        (self, method, arguments) -> {
          if (!method.getName().equals("coprocessorService")) {
            return invoke(target, method, arguments);
          }
          arrived.complete(null);
          return gate.thenCompose(open -> {
            try {
              return (CompletableFuture<?>) invoke(target, method, arguments);
            } catch (Throwable e) {
              return CompletableFuture.failedFuture(e);
            }
          });
        });
  }

  private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
