package io.weir.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.hbase.protocol.TableId;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Test;

/** Forgetting the places of regions while HBase's client looks them up. */
final class ForgottenPlacesTest {

  private static final int LOOK_UPS = 200;

  @Test
  void noLookUpIsLostWhenPlacesAreForgotten() throws Exception {
    var options = TestCluster.options("places");
    var schema = new StoreSchema(options);
    var store = TestCluster.open("places");
    try (var connection =
        ConnectionFactory.createAsyncConnection(TestCluster.configuration()).get()) {
      var locator = connection.getRegionLocator(schema.entities());
      var lookUps = IntStream.range(0, LOOK_UPS)
          .mapToObj(i -> locator.getRegionLocation(
              new TableId(1).row(("P" + i).getBytes(StandardCharsets.US_ASCII)), true))
          .toList();

      HBaseStore.forgetPlaces(connection, schema);

      // They end, with a place or with a failure that their callers repeat.
      var ended = CompletableFuture.allOf(lookUps.toArray(new CompletableFuture<?>[0]))
          .handle((places, failure) -> true);
      assertThat(ended.get(TestCluster.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } finally {
      store.close().block(TestCluster.PATIENCE);
    }
  }
}
