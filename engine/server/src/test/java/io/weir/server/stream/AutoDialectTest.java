package io.weir.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.AccessDeniedException;
import io.weir.client.DialectChoice;
import io.weir.server.TestServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * A client that detects the dialect uses Weir's streams, whatever answer its first request gets.
 */
final class AutoDialectTest {

  private static final Duration WAIT = Duration.ofSeconds(30);

  @Test
  void aWeirServerIsDetected() {
    try (var server = TestServer.over(new ModelTableService());
        var client = Clients.options(server.port()).dialect(DialectChoice.AUTO).connect()) {
      client.createTable(new TableName("Birds")).block(WAIT);

      var backwards = client.query(new TableName("Birds"), Query.ALL.descending());

      assertThat(backwards.collectList().block(WAIT)).isEmpty();
    }
  }

  @Test
  void aWeirServerIsDetectedWithoutTheRightToList() {
    try (var server = TestServer.over(new ModelTableService());
        var client = Clients.options(server.port())
            .dialect(DialectChoice.AUTO)
            .sharedAccessSignature("sv=2020-12-06&tn=birds&sp=r&sig=bm9uZQ%3D%3D")
            .connect()) {
      var refused = client.get(new TableName("Birds"), new EntityKey("p", "r"));

      assertThat(refused.materialize().block(WAIT).getThrowable())
          .isInstanceOf(AccessDeniedException.class);
      assertThat(client.statistics().attempts()).isEqualTo(2);
    }
  }
}
