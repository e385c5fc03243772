package io.weir.perf.target;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.DefaultClientResources;
import io.weir.perf.machine.Cpu;
import io.weir.perf.process.ChildProcess;
import io.weir.perf.process.Ports;
import io.weir.perf.process.Programs;
import io.weir.perf.process.StoreHome;
import io.weir.perf.process.Surroundings;
import io.weir.perf.workload.Population;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import reactor.core.publisher.Mono;

/** Redis with its append-only file, through Lettuce: few connections, each with many commands in flight. */
record RedisTarget(
    ChildProcess server,
    DefaultClientResources resources,
    RedisClient client,
    List<StatefulRedisConnection<byte[], byte[]>> connections)
    implements Target {

  /**
   * Starts the server and blocks until it serves.
   *
   * @param forces {@code always}: before each answer; {@code everysec}: each second
   */
  static RedisTarget start(Surroundings surroundings, String forces) throws IOException {
    var program = Programs.find("redis-server", "run perf/install-peers.sh");
    var folder =
        StoreHome.in(surroundings.folder(), "redis-" + System.nanoTime()).path();
    var port = Ports.free();
    var command = List.of(
        program.toString(),
        "--port",
        Integer.toString(port),
        "--bind",
        "127.0.0.1",
        "--dir",
        folder.toString(),
        "--save",
        "",
        "--appendonly",
        "yes",
        "--appendfsync",
        forces);
    var server = ChildProcess.start(surroundings, folder, port, command);
    var resources = DefaultClientResources.builder()
        .ioThreadPoolSize(Math.max(2, Runtime.getRuntime().availableProcessors()))
        .build();
    var client = RedisClient.create(resources, RedisURI.create("127.0.0.1", port));
    var connections = IntStream.range(0, surroundings.connections())
        .mapToObj(number -> client.connect(ByteArrayCodec.INSTANCE))
        .toList();
    return new RedisTarget(server, resources, client, connections);
  }

  @Override
  public Mono<TargetTable> load(Population population) {
    var table = new RedisTable(
        connections.stream().map(StatefulRedisConnection::reactive).toList(), population.name());
    return TableLoader.byBatches(table.whileLoading(), population).thenReturn(table);
  }

  @Override
  public Cpu cpu() {
    return server.cpu();
  }

  @Override
  public void close() throws IOException {
    try (server) {
      connections.forEach(StatefulRedisConnection::close);
      client.shutdown();
      resources.shutdown().awaitUninterruptibly();
    }
  }
}
