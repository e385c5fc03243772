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
import io.weir.perf.process.Ports;
import io.weir.perf.process.Programs;
import io.weir.perf.process.Surroundings;
import io.weir.perf.workload.DataRow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * Rows as keys and values of etcd, a cluster of one, each value in one piece; a prefix of the keys
 * is the table. The Java client has one connection with many requests in flight.
 */
record EtcdTable(KV kv, String name) implements TargetTable {

  /** Sorts after every row of a partition and before the next partition. */
  private static final String PARTITION_END = "0";

  private static final String ROOM_BYTES = Long.toString(8L << 30);

  /** Starts the server and a client; blocks until the server serves. */
  static Target start(Surroundings surroundings) throws IOException {
    var program = Programs.find("etcd", "run perf/install-peers.sh");
    var folder = surroundings.newFolder("etcd");
    var port = Ports.free();
    var clients = "http://127.0.0.1:" + port;
    var peers = "http://127.0.0.1:" + Ports.free();
    var command = List.of(
        program.toString(),
        "--data-dir=" + folder.resolve("data"),
        "--listen-client-urls=" + clients,
        "--advertise-client-urls=" + clients,
        "--listen-peer-urls=" + peers,
        "--initial-advertise-peer-urls=" + peers,
        "--initial-cluster=default=" + peers,
        "--quota-backend-bytes=" + ROOM_BYTES,
        "--log-level=error");
    var server = ChildProcess.start(surroundings, folder, port, command);
    var client = Client.builder().endpoints(clients).build();
    return new ServerTarget<>(server, client, population -> {
      var table = new EtcdTable(client.getKVClient(), population.name());
      return TableLoader.byBatches(table, population).thenReturn(table);
    });
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
