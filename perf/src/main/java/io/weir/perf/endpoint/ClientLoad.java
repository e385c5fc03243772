package io.weir.perf.endpoint;

import io.weir.perf.workload.DataSet;
import io.weir.api.AccountName;
import io.weir.api.Query;
import io.weir.client.WeirClient;
import java.util.SplittableRandom;
import reactor.core.publisher.Mono;

/** Point reads at random keys through the reactive client: HTTP/2, signed one by one, answered with entities. */
final class ClientLoad implements Load {

  private static final long SEED = 45;

  private final WeirClient client;
  private final DataSet data;
  private final SplittableRandom random = new SplittableRandom(SEED);

  private ClientLoad(WeirClient client, DataSet data) {
    this.client = client;
    this.data = data;
  }

  static ClientLoad of(int port, DataSet data) {
    var client = WeirClient.builder()
        .endpoint("http://127.0.0.1:" + port + "/" + AccountName.DEVELOPMENT)
        .loops(1)
        .connect();
    return new ClientLoad(client, data);
  }

  /** The first {@link #IN_FLIGHT} are sent by the caller, the others by the client's one loop: nothing shares the random numbers. */
  @Override
  public Mono<Integer> request() {
    return Mono.defer(() -> client.get(DataSet.TABLE, data.key(random.nextInt(data.entities()))))
        .map(entity -> entity.encoded().length)
        .single();
  }

  /** Reads a query's whole answer; how many entities that were. Blocks. */
  long count(Query query) {
    return client.query(DataSet.TABLE, query).count().blockOptional().orElseThrow();
  }

  @Override
  public void close() {
    client.closeLater().block();
  }
}
