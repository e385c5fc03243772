package io.weir.hbase.region;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.hbase.protocol.EntityService;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.ipc.ServerRpcController;
import org.junit.jupiter.api.Test;

final class EntityEndpointTest {

  private final List<OutOfMemoryError> ends = new ArrayList<>();
  private final ServerRpcController controller = new ServerRpcController();

  @Test
  void aRegionServerThatRunsOutOfMemoryEndsAndDoesNotAnswer() {
    var full = new OutOfMemoryError("Java heap space");
    var endpoint = endpoint(() -> {
      throw full;
    });

    assertThatThrownBy(() -> call(endpoint)).isSameAs(full);
    assertThat(ends).containsExactly(full);
  }

  @Test
  void aRegionThatIsGoneFailsTheCallAlone() {
    var gone = new IOException("The region has moved.");
    var endpoint = endpoint(() -> {
      throw gone;
    });

    call(endpoint);

    assertThat(controller.getFailedOn()).isSameAs(gone);
    assertThat(ends).isEmpty();
  }

  private EntityEndpoint endpoint(RegionSupplier regions) {
    return new EntityEndpoint(regions, new RegionTimestamps(Clock.systemUTC()), ends::add);
  }

  private void call(EntityEndpoint endpoint) {
    endpoint.callMethod(
        EntityService.Call.WRITE.method(), controller, EntityService.wrap(new byte[0]), answer -> {
          throw new AssertionError("The call has an answer.");
        });
  }
}
