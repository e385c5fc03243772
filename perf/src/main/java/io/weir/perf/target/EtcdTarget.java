package io.weir.perf.target;

import io.weir.perf.StoreHome;
import io.weir.perf.load.Population;
import java.io.IOException;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * etcd, a cluster of one, by its JSON gateway over HTTP/1.1.
 *
 * <p>The gateway turns each request into one of gRPC within the server: that costs etcd processor time which its native clients spare
 * it. What it forces and how it groups writes is the same.
 */
record EtcdTarget(Child server, HttpConnections connections) implements HttpTarget {

  private static final String ROOM_BYTES = Long.toString(8L << 30);

  static EtcdTarget start(Surroundings surroundings) throws IOException {
    var program = Programs.find("etcd", "run perf/install-peers.sh");
    var folder =
        StoreHome.in(surroundings.folder(), "etcd-" + System.nanoTime()).path();
    var port = Ports.free();
    var clients = "http://127.0.0.1:" + port;
    var peers = "http://127.0.0.1:" + Ports.free();
    var command = List.of(
        program.toString(),
        "--data-dir",
        folder.resolve("data").toString(),
        "--listen-client-urls",
        clients,
        "--advertise-client-urls",
        clients,
        "--listen-peer-urls",
        peers,
        "--initial-advertise-peer-urls",
        peers,
        "--initial-cluster",
        "default=" + peers,
        "--quota-backend-bytes",
        ROOM_BYTES,
        "--log-level",
        "error");
    return new EtcdTarget(
        Child.start(surroundings, folder, port, command),
        HttpConnections.http1(port, surroundings));
  }

  @Override
  public Mono<Table> load(Population population) {
    var table = new EtcdTable(connections.client(), population.name());
    return Loading.byBatches(table, population).thenReturn(table);
  }
}
