package io.weir.perf.target;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.PutOption;
import io.weir.api.entity.EntityKey;
import io.weir.perf.process.ChildProcess;
import io.weir.perf.process.Closing;
import io.weir.perf.process.Ports;
import io.weir.perf.process.Programs;
import io.weir.perf.process.Servers;
import io.weir.perf.process.Surroundings;
import io.weir.perf.workload.DataRow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Rows as keys and values of etcd, a cluster of one or three, each value in one piece; a prefix of
 * the keys is the table. The Java client has one connection with many requests in flight.
 */
record EtcdTable(KV kv, String name) implements TargetTable {

  /** Sorts after every row of a partition and before the next partition. */
  private static final String PARTITION_END = "0";

  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final int LOOKS = 20;

  private static final String ROOM_BYTES = Long.toString(8L << 30);

  /**
   * Starts the members of a cluster and a client that has the addresses of all; blocks until a
   * member answers.
   */
  static Target start(Surroundings surroundings, int members) throws IOException {
    var servers = startMembers(surroundings, members);
    var endpoints = servers.all().stream().map(one -> url(one.port())).toArray(String[]::new);
    var client = Client.builder().endpoints(endpoints).build();
    var target = new ServerTarget<>(servers, client, population -> {
      var table = new EtcdTable(client.getKVClient(), population.name());
      return TableLoader.byBatches(table, population).thenReturn(table);
    });
    try {
      awaitLeader(client.getKVClient());
      return target;
    } catch (RuntimeException e) {
      target.close();
      throw new IOException("etcd chose no leader", e);
    }
  }

  private static Servers.Group startMembers(Surroundings surroundings, int members)
      throws IOException {
    var program = Programs.find("etcd", "run perf/install-peers.sh");
    var ports = Ports.free(2 * members);
    var peers = ports.subList(members, 2 * members);
    var all = IntStream.range(0, members)
        .mapToObj(member -> member + "=" + url(peers.get(member)))
        .collect(Collectors.joining(","));
    var started = new ArrayList<ChildProcess>();
    try {
      for (var member = 0; member < members; member++) {
        var own = new Member(member, ports.get(member), peers.get(member));
        started.add(startMember(surroundings, program, own, all));
      }
      return new Servers.Group(started);
    } catch (IOException | RuntimeException e) {
      Closing.all(started);
      throw e;
    }
  }

  private record Member(int name, int port, int peerPort) {}

  private static ChildProcess startMember(
      Surroundings surroundings, Path program, Member own, String all) throws IOException {
    var folder = surroundings.newFolder("etcd");
    var command = List.of(
        program.toString(),
        "--name=" + own.name,
        "--data-dir=" + folder.resolve("data"),
        "--listen-client-urls=" + url(own.port),
        "--advertise-client-urls=" + url(own.port),
        "--listen-peer-urls=" + url(own.peerPort),
        "--initial-advertise-peer-urls=" + url(own.peerPort),
        "--initial-cluster=" + all,
        "--quota-backend-bytes=" + ROOM_BYTES,
        "--log-level=error");
    return ChildProcess.start(surroundings, folder, own.port, command);
  }

  /** A read is answered when the members have chosen a leader. */
  private static void awaitLeader(KV kv) {
    Mono.fromFuture(() -> kv.get(sequence("leader")))
        .timeout(LOOK)
        .retryWhen(Retry.fixedDelay(LOOKS, LOOK))
        .block();
  }

  private static String url(int port) {
    return "http://127.0.0.1:" + port;
  }

  @Override
  public Mono<Integer> read(EntityKey key) {
    return Mono.fromFuture(() -> kv.get(path(key))).map(EtcdTable::found);
  }

  @Override
  public Mono<Integer> upsert(DataRow row) {
    return Mono.fromFuture(() -> kv.put(path(row.key()), value(row))).thenReturn(1);
  }

  /** Inserts only if the revision of creation is 0, as it is for an absent or deleted key. */
  @Override
  public Mono<Integer> insert(DataRow row) {
    return Mono.fromFuture(() -> kv.txn()
            .If(new Cmp(path(row.key()), Cmp.Op.EQUAL, CmpTarget.createRevision(0)))
            .Then(put(row))
            .commit())
        .flatMap(answer ->
            answer.isSucceeded() ? Mono.just(1) : Mono.error(new WrongAnswer("the row was there")));
  }

  @Override
  public Mono<Integer> scan(EntityKey from, int rows) {
    var end = sequence(name + "/" + from.partitionKey() + PARTITION_END);
    var range = GetOption.builder().withRange(end).withLimit(rows).build();
    return Mono.fromFuture(() -> kv.get(path(from), range)).map(EtcdTable::found);
  }

  @Override
  public Mono<Integer> batch(List<DataRow> rows) {
    return Mono.fromFuture(
            () -> kv.txn().Then(rows.stream().map(this::put).toArray(Op[]::new)).commit())
        .thenReturn(rows.size());
  }

  /** Uses one transaction, as for a batch: etcd has no partitions. */
  @Override
  public Mono<Integer> joint(List<DataRow> rows) {
    return batch(rows);
  }

  private Op put(DataRow row) {
    return Op.put(path(row.key()), value(row), PutOption.DEFAULT);
  }

  private ByteSequence path(EntityKey key) {
    return sequence(name + "/" + key.partitionKey() + "/" + key.rowKey());
  }

  private static int found(GetResponse answer) {
    return answer.getKvs().size();
  }

  private static ByteSequence value(DataRow row) {
    return ByteSequence.from(row.blob());
  }

  private static ByteSequence sequence(String text) {
    return ByteSequence.from(text, StandardCharsets.UTF_8);
  }
}
