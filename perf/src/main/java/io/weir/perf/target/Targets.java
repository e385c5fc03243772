package io.weir.perf.target;

import static io.weir.perf.workload.Operation.BATCH;
import static io.weir.perf.workload.Operation.BULK;
import static io.weir.perf.workload.Operation.READ;
import static io.weir.perf.workload.Operation.READ_MODIFY_WRITE;
import static io.weir.perf.workload.Operation.SCAN;
import static io.weir.perf.workload.Operation.STREAM;
import static io.weir.perf.workload.Operation.UPSERT;
import static java.util.stream.Collectors.joining;

import io.weir.perf.http.HttpConnections;
import io.weir.perf.peer.LmdbPeer;
import io.weir.perf.peer.RocksPeer;
import io.weir.perf.workload.Operation;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** All kinds of targets. */
public final class Targets {

  private static final String FORCED = "each write is forced to disk before it is acknowledged";
  private static final String NOTHING = "";

  private static final Set<Operation> ALL = EnumSet.allOf(Operation.class);
  private static final Set<Operation> NO_STREAM = EnumSet.complementOf(EnumSet.of(STREAM));
  private static final Set<Operation> NO_BULK = EnumSet.complementOf(EnumSet.of(BULK));
  private static final Set<Operation> SINGLE_AND_BATCH =
      EnumSet.complementOf(EnumSet.of(STREAM, BULK));
  private static final Set<Operation> EMBEDDED =
      EnumSet.of(READ, UPSERT, READ_MODIFY_WRITE, SCAN, BATCH);

  public static final TargetKind WEIR =
      new TargetKind("weir", FORCED, ALL, surroundings -> WeirTable.start(surroundings, "sync"));

  /** Forces every 10 ms, which is nearest to what Redis calls everysec. */
  public static final TargetKind WEIR_INTERVAL = new TargetKind(
      "weir, interval",
      "survives the end of the process; forced every 10 ms",
      ALL,
      surroundings -> WeirTable.start(surroundings, "interval"));

  public static final TargetKind WEIR_HTTP1 = new TargetKind(
      "weir, raw HTTP/1.1",
      FORCED,
      NO_BULK,
      surroundings -> RestTarget.weir(surroundings, HttpConnections::http1));

  public static final TargetKind WEIR_H2C = new TargetKind(
      "weir, raw h2c",
      FORCED,
      NO_BULK,
      surroundings -> RestTarget.weir(surroundings, HttpConnections::http2));

  public static final TargetKind REACTOR_NETTY_HTTP1 = new TargetKind(
      "bare Reactor Netty, HTTP/1.1",
      NOTHING,
      Set.of(READ),
      surroundings -> BareTarget.reactorNetty(surroundings, HttpConnections::http1));

  public static final TargetKind REACTOR_NETTY_H2C = new TargetKind(
      "bare Reactor Netty, h2c",
      NOTHING,
      Set.of(READ),
      surroundings -> BareTarget.reactorNetty(surroundings, HttpConnections::http2));

  public static final TargetKind NETTY_HTTP1 = new TargetKind(
      "bare Netty, HTTP/1.1",
      NOTHING,
      Set.of(READ),
      surroundings -> BareTarget.netty(surroundings, HttpConnections::http1));

  public static final TargetKind NETTY_H2C = new TargetKind(
      "bare Netty, h2c",
      NOTHING,
      Set.of(READ),
      surroundings -> BareTarget.netty(surroundings, HttpConnections::http2));

  public static final TargetKind AZURITE = new TargetKind(
      "azurite-table", "memory, written to a file every few seconds", NO_BULK, RestTarget::azurite);

  public static final TargetKind POSTGRESQL =
      new TargetKind("PostgreSQL", FORCED, ALL, PostgresTable::start);

  public static final TargetKind REDIS_ALWAYS = new TargetKind(
      "Redis, always", FORCED, NO_STREAM, surroundings -> RedisTable.start(surroundings, "always"));

  public static final TargetKind REDIS_EVERYSEC = new TargetKind(
      "Redis, everysec",
      "survives the end of the process; forced every second",
      NO_STREAM,
      surroundings -> RedisTable.start(surroundings, "everysec"));

  public static final TargetKind ETCD =
      new TargetKind("etcd", FORCED, SINGLE_AND_BATCH, EtcdTable::start);

  public static final TargetKind CASSANDRA =
      new TargetKind("Apache Cassandra", FORCED, NO_STREAM, CassandraTable::start);

  public static final TargetKind ROCKSDB = new TargetKind(
      "RocksDB, in process",
      FORCED,
      EMBEDDED,
      surroundings -> PeerTarget.start(surroundings, RocksPeer::open));

  public static final TargetKind LMDB = new TargetKind(
      "LMDB, in process",
      FORCED,
      EMBEDDED,
      surroundings -> PeerTarget.start(surroundings, folder -> LmdbPeer.open(folder, true)));

  private Targets() {}

  /** Returns all kinds in the order of reports. */
  public static List<TargetKind> all() {
    return List.of(
        WEIR,
        WEIR_INTERVAL,
        WEIR_HTTP1,
        WEIR_H2C,
        REACTOR_NETTY_HTTP1,
        REACTOR_NETTY_H2C,
        NETTY_HTTP1,
        NETTY_H2C,
        POSTGRESQL,
        REDIS_ALWAYS,
        REDIS_EVERYSEC,
        ETCD,
        CASSANDRA,
        AZURITE,
        ROCKSDB,
        LMDB);
  }

  /** Returns the kind of this name. Fails with all names if there is none. */
  public static TargetKind named(String name) {
    return all().stream()
        .filter(kind -> kind.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("unknown target name=" + name + " targets="
            + all().stream().map(TargetKind::name).collect(joining("; "))));
  }
}
