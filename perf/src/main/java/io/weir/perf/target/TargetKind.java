package io.weir.perf.target;

import static io.weir.perf.workload.Operation.BULK;
import static io.weir.perf.workload.Operation.INCREMENT;
import static io.weir.perf.workload.Operation.INSERT;
import static io.weir.perf.workload.Operation.JOINT;
import static io.weir.perf.workload.Operation.MESSAGE;
import static io.weir.perf.workload.Operation.READ;
import static io.weir.perf.workload.Operation.STREAM;
import static io.weir.perf.workload.Operation.UPSERT;
import static java.util.stream.Collectors.joining;

import io.weir.perf.peer.LmdbPeer;
import io.weir.perf.peer.RocksPeer;
import io.weir.perf.process.MissingProgram;
import io.weir.perf.process.Surroundings;
import io.weir.perf.workload.Operation;
import io.weir.perf.workload.Workload;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** All kinds of targets that can be started, in the order of reports. */
@SuppressWarnings(
    "ImmutableEnumChecker") // the sets are never changed, and the starters have no state
public enum TargetKind {
  WEIR("weir", everything(), where -> WeirTable.start(where, "sync")),
  /** Forces every 10 ms, which is nearest to what Redis calls everysec. */
  WEIR_INTERVAL(
      "weir, interval",
      "survives the end of the process; forced every 10 ms",
      everything(),
      where -> WeirTable.start(where, "interval")),
  /** A majority forces each write; its client has the addresses of all nodes. */
  WEIR_NODES(
      "weir, three nodes",
      "each write is forced to the disks of a majority before it is acknowledged",
      ofNodes(),
      WeirTable::startNodes),
  WEIR_HTTP1(
      "weir, raw HTTP/1.1",
      plain(BULK, JOINT),
      where -> RestTarget.weir(where, HttpConnections::http1, RestTable.Form.JSON)),
  WEIR_H2C(
      "weir, raw h2c",
      plain(BULK, JOINT),
      where -> RestTarget.weir(where, HttpConnections::http2, RestTable.Form.JSON)),
  WEIR_FRAMES_HTTP1(
      "weir, frames over raw HTTP/1.1",
      Set.of(READ, STREAM),
      where -> RestTarget.weir(where, HttpConnections::http1, RestTable.Form.FRAMES)),
  WEIR_FRAMES_H2C(
      "weir, frames over raw h2c",
      Set.of(READ, STREAM),
      where -> RestTarget.weir(where, HttpConnections::http2, RestTable.Form.FRAMES)),
  WEIR_LINES_H2C(
      "weir, lines over raw h2c",
      Set.of(READ, STREAM, BULK),
      where -> RestTarget.weir(where, HttpConnections::http2, RestTable.Form.LINES)),
  WEIR_UNORDERED_H2C(
      "weir, frames in any order over raw h2c",
      Set.of(READ, STREAM),
      where -> RestTarget.weir(where, HttpConnections::http2, RestTable.Form.UNORDERED_FRAMES)),
  REACTOR_NETTY_HTTP1(
      "bare Reactor Netty, HTTP/1.1",
      Set.of(READ, UPSERT),
      where -> BareTarget.reactorNetty(where, HttpConnections::http1)),
  REACTOR_NETTY_H2C(
      "bare Reactor Netty, h2c",
      Set.of(READ, UPSERT, STREAM),
      where -> BareTarget.reactorNetty(where, HttpConnections::http2)),
  NETTY_HTTP1(
      "bare Netty, HTTP/1.1",
      "",
      Set.of(READ),
      where -> BareTarget.netty(where, HttpConnections::http1)),
  NETTY_H2C(
      "bare Netty, h2c",
      "",
      Set.of(READ),
      where -> BareTarget.netty(where, HttpConnections::http2)),
  POSTGRESQL("PostgreSQL", everything(), PostgresTable::start),
  POSTGRESQL_STANDBY(
      "PostgreSQL, a synchronous standby",
      "each write is forced to the disks of both before it is acknowledged",
      everything(),
      PostgresTable::startWithStandby),
  REDIS_ALWAYS("Redis, always", ofRedis(), where -> RedisTable.start(where, "always")),
  REDIS_EVERYSEC(
      "Redis, everysec",
      "survives the end of the process; forced every second",
      ofRedis(),
      where -> RedisTable.start(where, "everysec")),
  ETCD("etcd", plain(STREAM, BULK), where -> EtcdTable.start(where, 1)),
  ETCD_NODES(
      "etcd, three nodes",
      "each write is forced to the disks of a majority before it is acknowledged",
      plain(STREAM, BULK),
      where -> EtcdTable.start(where, 3)),
  CASSANDRA("Apache Cassandra", plain(STREAM, JOINT), CassandraTable::start),
  AZURITE(
      "azurite-table",
      "memory, written to a file every few seconds",
      plain(BULK, JOINT),
      RestTarget::azurite),
  AZURITE_QUEUE(
      "azurite-queue",
      "memory, written to a file every few seconds",
      Set.of(MESSAGE),
      QueueOfService::azurite),
  ROCKSDB(
      "RocksDB, in process",
      plain(INSERT, BULK, STREAM),
      where -> PeerTarget.start(where, RocksPeer::open)),
  LMDB(
      "LMDB, in process",
      plain(INSERT, BULK, STREAM),
      where -> PeerTarget.start(where, folder -> LmdbPeer.open(folder, true)));

  @FunctionalInterface
  private interface Starter {
    Target start(Surroundings surroundings) throws IOException;
  }

  private final String title;
  private final String durability;
  private final Set<Operation> operations;
  private final Starter starter;

  TargetKind(String title, Set<Operation> operations, Starter starter) {
    this(title, "each write is forced to disk before it is acknowledged", operations, starter);
  }

  TargetKind(String title, String durability, Set<Operation> operations, Starter starter) {
    this.title = title;
    this.durability = durability;
    this.operations = operations;
    this.starter = starter;
  }

  private static Set<Operation> everything() {
    return EnumSet.allOf(Operation.class);
  }

  /** Returns the operations of a store that has no indexes, queues, numbers and sums. */
  private static Set<Operation> plain(Operation... missing) {
    var offered = everything();
    Arrays.asList(missing).forEach(offered::remove);
    offered.removeIf(operation -> operation.usesIndex() || operation.usesNumber());
    offered.remove(MESSAGE);
    return offered;
  }

  /** Returns everything but messages: the nodes are started without a port of queues. */
  private static Set<Operation> ofNodes() {
    var offered = everything();
    offered.remove(MESSAGE);
    return offered;
  }

  private static Set<Operation> ofRedis() {
    var offered = plain(STREAM);
    offered.add(INCREMENT);
    return offered;
  }

  /** Returns the kind of this title. Fails with all titles if there is none. */
  public static TargetKind titled(String title) {
    return Arrays.stream(values())
        .filter(kind -> kind.title.equals(title))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("unknown target name=" + title + " targets="
            + Arrays.stream(values()).map(TargetKind::title).collect(joining("; "))));
  }

  /**
   * Starts a target and blocks until it serves. Fails with {@link MissingProgram} if it is not
   * installed.
   */
  public Target start(Surroundings surroundings) throws IOException {
    return starter.start(surroundings);
  }

  /** Returns the name in results. */
  public String title() {
    return title;
  }

  /** Returns in words what an acknowledged write survives; an empty text if nothing is written. */
  public String durability() {
    return durability;
  }

  /** Returns a copy of the operations that it offers. */
  Set<Operation> operations() {
    return Set.copyOf(operations);
  }

  /** Returns whether rows can be replaced. */
  public boolean writes() {
    return operations.contains(UPSERT);
  }

  /** Returns whether it has the operations of a workload, and indexes if the rows need them. */
  public boolean offers(Workload workload) {
    return operations.containsAll(workload.mix().keySet())
        && (workload.size().indexes() == 0 || operations.stream().anyMatch(Operation::usesIndex));
  }

  @Override
  public String toString() {
    return title;
  }
}
