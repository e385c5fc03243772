package io.weir.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import java.time.Duration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

final class DroppedTableTest {

  private static final TableName STRIKES = new TableName("Strikes");

  @Test
  void theRowsOfADroppedTableAreReclaimedAndThoseOfItsSuccessorStay() throws Exception {
    var options = TestCluster.options("dropped").deadline(Duration.ofSeconds(1));
    var store = HBaseStore.open(TestCluster.configuration(), options)
        .blockOptional(TestCluster.PATIENCE)
        .orElseThrow();
    var tables = TestCluster.tables(store);
    var insert = new Write.Insert(Entity.builder("TX", "1").build());
    tables.createTable(STRIKES).block(TestCluster.PATIENCE);
    tables.write(STRIKES, insert).block(TestCluster.PATIENCE);
    tables.deleteTable(STRIKES).block(TestCluster.PATIENCE);
    tables.createTable(STRIKES).block(TestCluster.PATIENCE);
    tables.write(STRIKES, insert).block(TestCluster.PATIENCE);

    try (var connection =
        ConnectionFactory.createAsyncConnection(TestCluster.configuration()).get()) {
      Mono.defer(() -> rows(connection, new StoreSchema(options)))
          .filter(rows -> rows == 1)
          .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(100)))
          .block(TestCluster.PATIENCE);
    }

    assertThat(tables.get(STRIKES, insert.key()).blockOptional(TestCluster.PATIENCE))
        .isPresent();
    assertThat(tables.table(STRIKES).blockOptional(TestCluster.PATIENCE)).contains(STRIKES);
    store.close().block(TestCluster.PATIENCE);
  }

  private static Mono<Integer> rows(AsyncConnection connection, StoreSchema schema) {
    return Mono.fromFuture(() ->
            connection.getTable(schema.entities()).scanAll(new Scan().addFamily(new byte[] {'e'})))
        .map(found -> found.size());
  }
}
