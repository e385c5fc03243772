package io.weir.perf.target;

import io.weir.api.JointCommit;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.aggregate.Aggregate;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.edm.EdmInt64;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.client.WeirClient;
import io.weir.perf.peer.TableIndexes;
import io.weir.perf.process.ChildProcess;
import io.weir.perf.process.NodeProcesses;
import io.weir.perf.process.Ports;
import io.weir.perf.process.Surroundings;
import io.weir.perf.process.WeirServerProcess;
import io.weir.perf.workload.DataRow;
import io.weir.perf.workload.DataSet;
import io.weir.perf.workload.IndexedProperties;
import io.weir.perf.workload.Population;
import io.weir.perf.workload.RowSize;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A table of Weir. Its client speaks HTTP/2, with entities in frames and each request signed. */
public record WeirTable(TableService tables, TableName name) implements TargetTable {

  private static final EdmInt64 ONE = new EdmInt64(1);

  private static final Aggregation SUM_OF_NUMBERS =
      Aggregation.of(Aggregate.sum(DataRow.NUMBER, "Sum"), Aggregate.count("Rows"));

  /**
   * Starts {@code weir serve} and its clients; blocks until the server serves.
   *
   * @param durability as the option {@code --durability} takes it
   * @param options further ones of {@code weir serve}
   */
  public static ServerTarget<ChildProcess, WeirClients> start(
      Surroundings surroundings, String durability, String... options) throws IOException {
    var queuePort = Ports.free();
    var own = Stream.of(
        "--durability", durability, WeirServerProcess.QUEUE_PORT, Integer.toString(queuePort));
    var server = WeirServerProcess.start(
        surroundings,
        Optional.empty(),
        Stream.concat(own, Stream.of(options)).toArray(String[]::new));
    var clients = WeirClients.of(server.port(), queuePort);
    return new ServerTarget<>(
        server,
        clients,
        population -> population.size() == RowSize.MESSAGE
            ? QueueOfService.load(clients.queues(), population)
            : load(clients.tables(), population));
  }

  /** Starts three nodes and a client that has the addresses of all; blocks until one leads. */
  public static ServerTarget<NodeProcesses, WeirClient> startNodes(Surroundings surroundings)
      throws IOException {
    var nodes = NodeProcesses.start(surroundings);
    var client = WeirClients.ofNodes(nodes.ports());
    return new ServerTarget<>(nodes, client, population -> load(client, population));
  }

  private static Mono<TargetTable> load(TableService tables, Population population) {
    var table = new WeirTable(tables, new TableName(population.name()));
    return tables
        .createTable(table.name())
        .then(TableIndexes.create(
            tables, table.name(), IndexedProperties.indexes(population.size().indexes())))
        .then(TableLoader.byBatches(table, population))
        .thenReturn(table);
  }

  @Override
  public Mono<Integer> read(EntityKey key) {
    return tables.get(name, key).map(entity -> 1).defaultIfEmpty(0);
  }

  @Override
  public Mono<Integer> upsert(DataRow row) {
    return tables.write(name, replacement(row)).thenReturn(1);
  }

  /** Sends a change with a token, as the client does by itself: a lost answer counts once. */
  @Override
  public Mono<Integer> increment(EntityKey key) {
    var add = PropertyOperation.of(DataRow.NUMBER, PropertyOperation.Operator.ADD, ONE);
    return tables.write(name, Write.change(key, add)).thenReturn(1);
  }

  @Override
  public Mono<Integer> sum() {
    return tables
        .aggregate(name, Query.ALL, SUM_OF_NUMBERS)
        .map(answer -> answer.groups().get(0).getInt64("Rows").orElseThrow().intValue());
  }

  @Override
  public Mono<Integer> insert(DataRow row) {
    return tables.write(name, new Write.Insert(row.entity())).thenReturn(1);
  }

  @Override
  public Mono<Integer> scan(EntityKey from, int rows) {
    var query = Query.ALL.where(DataSet.from(from)).top(rows);
    return tables.page(name, query).map(page -> page.items().size());
  }

  @Override
  public Mono<Integer> batch(List<DataRow> rows) {
    var batch = new Batch(rows.stream().map(WeirTable::replacement).toList());
    return tables.submit(name, batch).map(List::size);
  }

  @Override
  public Mono<Integer> bulk(List<DataRow> rows) {
    var lines = rows.stream().map(row -> BulkLine.of(replacement(row))).toList();
    return tables
        .bulk(name, Flux.fromIterable(lines))
        .filter(BulkResult.Done.class::isInstance)
        .count()
        .map(Long::intValue);
  }

  @Override
  public Mono<Integer> stream() {
    return tables.query(name, Query.ALL).count().map(Long::intValue);
  }

  @Override
  public Mono<Integer> joint(List<DataRow> rows) {
    var writes = rows.stream()
        .<TableWrite>map(row -> new TableWrite.Change(name, replacement(row)))
        .toList();
    return tables.commit(new JointCommit(writes)).map(List::size);
  }

  @Override
  public Mono<Integer> indexEquals(String group) {
    return tables
        .page(name, IndexedProperties.equalTo(group))
        .map(page -> page.items().size());
  }

  @Override
  public Mono<Integer> indexRange(String fromRank, int rows) {
    return tables
        .page(name, IndexedProperties.inOrder(fromRank, rows))
        .map(page -> page.items().size());
  }

  private static Write replacement(DataRow row) {
    return new Write.Upsert(row.entity(), WriteMode.REPLACE);
  }
}
