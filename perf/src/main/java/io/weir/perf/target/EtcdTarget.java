package io.weir.perf.target;

import io.etcd.jetcd.Client;
import io.weir.perf.machine.Cpu;
import io.weir.perf.process.ChildProcess;
import io.weir.perf.process.Ports;
import io.weir.perf.process.Programs;
import io.weir.perf.process.StoreHome;
import io.weir.perf.process.Surroundings;
import io.weir.perf.workload.Population;
import java.io.IOException;
import java.util.List;
import reactor.core.publisher.Mono;

/** etcd, a cluster of one, through its Java client: gRPC over one connection with many requests in flight. */
record EtcdTarget(ChildProcess server, Client client) implements Target {

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
    var server = ChildProcess.start(surroundings, folder, port, command);
    return new EtcdTarget(server, Client.builder().endpoints(clients).build());
  }

  @Override
  public Mono<TargetTable> load(Population population) {
    var table = new EtcdTable(client.getKVClient(), population.name());
    return TableLoader.byBatches(table, population).thenReturn(table);
  }

  @Override
  public Cpu cpu() {
    return server.cpu();
  }

  @Override
  public void close() throws IOException {
    try (server) {
      client.close();
    }
  }
}
