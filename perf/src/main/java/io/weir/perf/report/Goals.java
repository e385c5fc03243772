package io.weir.perf.report;

import static io.weir.perf.target.TargetKind.AZURITE;
import static io.weir.perf.target.TargetKind.AZURITE_QUEUE;
import static io.weir.perf.target.TargetKind.CASSANDRA;
import static io.weir.perf.target.TargetKind.ETCD;
import static io.weir.perf.target.TargetKind.POSTGRESQL;
import static io.weir.perf.target.TargetKind.REACTOR_NETTY_H2C;
import static io.weir.perf.target.TargetKind.REACTOR_NETTY_HTTP1;
import static io.weir.perf.target.TargetKind.REDIS_ALWAYS;
import static io.weir.perf.target.TargetKind.WEIR;
import static io.weir.perf.target.TargetKind.WEIR_FRAMES_H2C;
import static io.weir.perf.target.TargetKind.WEIR_H2C;
import static io.weir.perf.target.TargetKind.WEIR_HTTP1;
import static io.weir.perf.target.TargetKind.WEIR_LINES_H2C;

import io.weir.perf.target.TargetKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The ratios that Weir should reach beside other targets, with the measured ones. */
final class Goals {

  private static final String READ = "read";
  private static final String UPSERT = "upsert";
  private static final String INCREMENT = "increment";
  private static final String SUM = "sum";
  private static final List<String> YCSB =
      List.of("ycsb-a", "ycsb-b", "ycsb-c", "ycsb-e", "ycsb-f");
  private static final List<Integer> YCSB_CLIENTS = List.of(16, 64);
  private static final double HALF = 0.5;
  private static final String MIB = "MiB a second";

  private final MeasurementIndex found;
  private final List<Goal> goals = new ArrayList<>();

  private Goals(MeasurementIndex found) {
    this.found = found;
  }

  static List<Goal> of(MeasurementIndex found) {
    var goals = new Goals(found);
    goals.reads();
    goals.plainProtocol();
    goals.mixes();
    goals.writes();
    goals.schedules();
    goals.hotPartition();
    goals.jointCommits();
    goals.changesInPlace();
    goals.indexes();
    goals.queues();
    goals.streams();
    goals.bulkWrites();
    goals.besideStreams();
    goals.goals.addAll(FeedGoals.of(found));
    goals.goals.addAll(NodeGoals.of(found));
    return List.copyOf(goals.goals);
  }

  private void reads() {
    atLeast(
        "point read over HTTP/1.1, signed ÷ bare Reactor Netty",
        0.6,
        rate(WEIR_HTTP1, REACTOR_NETTY_HTTP1, READ, 64),
        "64 connections");
    atLeast(
        "point read over h2c, signed ÷ bare Reactor Netty",
        0.6,
        rate(WEIR_H2C, REACTOR_NETTY_H2C, READ, 256),
        "8 connections, 256 requests");
    atMost(
        "server's CPU of a point read ÷ Redis's of a GET",
        1.5,
        cpu(WEIR, REDIS_ALWAYS, READ, 64),
        "the client");
    atMost(
        "server's CPU of a point read over raw HTTP/1.1 ÷ Redis's of a GET",
        1.5,
        cpu(WEIR_HTTP1, REDIS_ALWAYS, READ, 64),
        "64 connections, Redis has 8");
    atMost("server's CPU of a point read ÷ the emulator's", 0.125, cpu(WEIR, AZURITE, READ, 64));
  }

  /** What clients of the plain protocol get: signed requests over HTTP/1.1, bodies of JSON. */
  private void plainProtocol() {
    atMost(
        "server's CPU of a point read over HTTP/1.1, signed ÷ bare Reactor Netty's of an answer",
        1.15,
        cpu(WEIR_HTTP1, REACTOR_NETTY_HTTP1, READ, 64),
        "64 connections");
    atMost(
        "server's CPU of a durable upsert over HTTP/1.1, signed ÷ bare Reactor Netty's of one, and"
            + " half of an answer",
        1,
        upsertBesideBare(),
        "256 connections; the bare endpoint forces the body in a file; reads not in turns with"
            + " upserts");
    for (var rows : List.of("100", "1000")) {
      atLeast(
          "pages of " + rows + " rows over HTTP/1.1 ÷ PostgreSQL",
          1.5,
          rate(WEIR_HTTP1, POSTGRESQL, "range-" + rows, 16),
          "JSON, 16 clients");
    }
  }

  /**
   * An upsert may take 1.5 times the time of a bare answer, and that of a bare log, which a bare
   * upsert contains.
   */
  private Optional<Double> upsertBesideBare() {
    var upsert = cpuMicros(WEIR_HTTP1, UPSERT, 256);
    var bareUpsert = cpuMicros(REACTOR_NETTY_HTTP1, UPSERT, 256);
    var bareAnswer = cpuMicros(REACTOR_NETTY_HTTP1, READ, 256);
    return upsert.flatMap(ours ->
        bareUpsert.flatMap(bare -> bareAnswer.map(answer -> ours / (bare + answer / 2))));
  }

  private Optional<Double> cpuMicros(TargetKind target, String workload, int clients) {
    return found
        .one(target.title(), workload, clients)
        .map(one -> one.spread(RoundSample::serverCpuMicros).median());
  }

  private void mixes() {
    for (var peer : List.of(POSTGRESQL, ETCD, CASSANDRA)) {
      worstMix(peer, 1);
    }
    worstMix(AZURITE, 20);
  }

  /** Adds the lowest ratio of all mixes and numbers of clients that both targets have. */
  private void worstMix(TargetKind peer, double bound) {
    var worst = YCSB.stream()
        .flatMap(mix -> YCSB_CLIENTS.stream()
            .flatMap(clients -> rate(WEIR, peer, mix, clients)
                .map(ratio -> new Mix(mix + ", " + clients + " clients", ratio))
                .stream()))
        .min((one, other) -> Double.compare(one.ratio, other.ratio));
    atLeast(
        "YCSB A, B, C, E, F at 16 and 64 clients, the worst ÷ " + peer.title(),
        bound,
        worst.map(mix -> mix.ratio),
        worst.map(mix -> mix.name).orElse(""));
  }

  private record Mix(String name, double ratio) {}

  private void writes() {
    atLeast("durable upserts, 256 clients ÷ PostgreSQL", 2, rate(WEIR, POSTGRESQL, UPSERT, 256));
    atLeast("durable upserts, 256 clients ÷ etcd", 5, rate(WEIR, ETCD, UPSERT, 256));
    atLeast(
        "durable upserts, 256 clients ÷ Redis with appendfsync always",
        1,
        rate(WEIR, REDIS_ALWAYS, UPSERT, 256));
    atMost(
        "$batch of 100: server's CPU of an entity ÷ PostgreSQL's of a row",
        0.6,
        ratio(WEIR_HTTP1, "batch-100", 16, POSTGRESQL, RoundSample::serverCpuMicrosARow),
        "multipart over HTTP/1.1; PostgreSQL's rows in one statement");
    atMost(
        "batch of 100 by the client: server's CPU of an entity ÷ PostgreSQL's of a row",
        0.6,
        ratio(WEIR, "batch-100", 16, POSTGRESQL, RoundSample::serverCpuMicrosARow));
    atLeast(
        "bulk write: entities a second ÷ PostgreSQL's rows",
        3,
        ratio(WEIR, "bulk-1000", 8, POSTGRESQL, RoundSample::rowsPerSecond),
        "1,000 at once, 8 clients");
  }

  private void schedules() {
    for (var workload : List.of(READ, "ycsb-a")) {
      var half = atHalf(WEIR, workload);
      var limit = atHalf(REACTOR_NETTY_H2C, workload);
      atMost(
          workload + " on schedule at half of the peak: p99 ÷ p50",
          3,
          half.map(Goals::tail),
          half.map(Goals::percentiles).orElse("")
              + limit
                  .map(bare ->
                      String.format(Locale.ROOT, "; bare Reactor Netty over h2c %.2f", tail(bare)))
                  .orElse(""));
    }
  }

  private Optional<Measurement> atHalf(TargetKind target, String workload) {
    return found.onSchedule(workload).stream()
        .filter(one -> one.target().equals(target.title()))
        .filter(one -> isAbout(one, workload, HALF))
        .findFirst();
  }

  /** Returns the median over rounds, as all other goals do. */
  private static double tail(Measurement scheduled) {
    return scheduled
        .spread(round -> round.latency().micros(99) / round.latency().micros(50))
        .median();
  }

  private static String percentiles(Measurement scheduled) {
    var latency = scheduled.latency();
    return "p50 " + NumberFormats.time(latency.micros(50)) + ", p99 "
        + NumberFormats.time(latency.micros(99));
  }

  /** Returns whether a schedule ran at this share of the peak of waiting clients. */
  private boolean isAbout(Measurement scheduled, String workload, double share) {
    return found.atAnyConcurrency(workload).stream()
        .filter(one -> one.target().equals(scheduled.target()))
        .mapToDouble(one -> one.spread(RoundSample::perSecond).median())
        .max()
        .stream()
        .anyMatch(peak -> Math.abs(scheduled.scheduledPerSecond() / peak - share) < 0.1);
  }

  private void hotPartition() {
    atLeast(
        "all readers on one partition ÷ spread",
        0.9,
        among("read-one-partition", READ, RoundSample::perSecond),
        "not in turns with each other");
  }

  private void jointCommits() {
    atLeast(
        "joint commits of 2 ÷ batches of 2",
        0.5,
        among("joint-2", "batch-2", RoundSample::perSecond),
        "64 clients, not in turns with each other");
    atLeast(
        "upserts of which 1 % are joint commits ÷ upserts",
        0.9,
        among("mixed-joint", UPSERT, RoundSample::perSecond),
        "64 clients, not in turns with each other");
  }

  private void changesInPlace() {
    atLeast(
        "increments of one row, 256 clients ÷ Redis with appendfsync always",
        0.7,
        rate(WEIR, REDIS_ALWAYS, INCREMENT, 256));
    atLeast(
        "increments of one row, 256 clients ÷ PostgreSQL",
        5,
        rate(WEIR, POSTGRESQL, INCREMENT, 256));
    atMost(
        "server's CPU of an increment ÷ an upsert of the same row",
        1.1,
        MeasurementIndex.ratio(
            found.one(WEIR.title(), INCREMENT, 256),
            found.one(WEIR.title(), "upsert-one-row", 256),
            RoundSample::serverCpuMicros),
        "256 clients, not in turns with each other");
    atLeast(
        "sum over 1,000,000 rows ÷ streaming them",
        5,
        MeasurementIndex.ratio(
            found.one(WEIR.title(), SUM, 1),
            found.one(WEIR.title(), "stream-numbered", 1),
            RoundSample::rowsPerSecond),
        "not in turns with each other");
    atLeast(
        "sum over 1,000,000 rows ÷ PostgreSQL",
        0.5,
        ratio(WEIR, SUM, 1, POSTGRESQL, RoundSample::rowsPerSecond));
  }

  private void indexes() {
    atLeast(
        "equality on an index, 10 hits ÷ PostgreSQL", 2, rate(WEIR, POSTGRESQL, "index-eq", 64));
    atMost("server's CPU of an equality on an index, µs", 60, cpuMicros(WEIR, "index-eq", 64));
    atLeast(
        "1,000 rows in the order of an index ÷ PostgreSQL",
        1,
        rate(WEIR, POSTGRESQL, "index-range", 16),
        "two properties, 16 clients");
    Map.of(1, 1.5, 3, 2.2, 5, 3.0).entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(one -> atMost(
            "server's CPU of an upsert that changes " + one.getKey() + " indexes ÷ none",
            one.getValue(),
            among(
                "upsert-indexed-" + one.getKey(), "upsert-indexed-0", RoundSample::serverCpuMicros),
            "64 clients, not in turns with each other"));
  }

  private void queues() {
    atLeast(
        "queue: send, take and delete a message ÷ PostgreSQL with SKIP LOCKED",
        2,
        rate(WEIR, POSTGRESQL, "queue", 16),
        "16 clients, 1 KB");
    atLeast(
        "queue: send, take and delete a message ÷ azurite-queue",
        20,
        rate(WEIR, AZURITE_QUEUE, "queue", 16),
        "16 clients, 1 KB");
  }

  private void streams() {
    for (var form : List.of(Map.entry(WEIR_FRAMES_H2C, 0.6), Map.entry(WEIR_LINES_H2C, 0.35))) {
      atLeast(
          "one stream: bytes of " + form.getKey() + " ÷ bare Reactor Netty",
          form.getValue(),
          ratio(form.getKey(), "stream", 1, REACTOR_NETTY_H2C, sample -> sample.number(MIB)));
    }
    streamBeside(POSTGRESQL, "cursor", 3);
    streamBeside(AZURITE, "pages", 50);
  }

  private void streamBeside(TargetKind peer, String how, double bound) {
    var its = found.atAnySize("stream", 1).stream()
        .filter(one -> one.target().equals(peer.title()))
        .findFirst();
    var ours = its.flatMap(other -> found.atAnySize("stream", 1).stream()
        .filter(one -> one.target().equals(WEIR.title()) && one.entities() == other.entities())
        .findFirst());
    atLeast(
        "one stream: rows ÷ the " + how + " of " + peer.title(),
        bound,
        MeasurementIndex.ratio(ours, its, RoundSample::rowsPerSecond));
  }

  private void bulkWrites() {
    for (var kind : List.of(WEIR, WEIR_LINES_H2C)) {
      var bulk = found.one(kind.title(), "bulk-50000", 1);
      atLeast(
          "bulk write of 50,000 by " + kind + " ÷ single requests",
          5,
          MeasurementIndex.ratio(
              bulk, found.one(WEIR.title(), UPSERT, 64), RoundSample::rowsPerSecond),
          "64 in flight, not in turns with each other");
      atLeast(
          "bulk write of 50,000 by " + kind + " ÷ PostgreSQL's commits",
          10,
          MeasurementIndex.ratio(
              bulk, found.one(POSTGRESQL.title(), UPSERT, 1), RoundSample::rowsPerSecond),
          "one connection, not in turns with each other");
    }
  }

  private void besideStreams() {
    var all = found.onSchedule("fairness: point reads");
    var without =
        all.stream().filter(one -> one.target().equals("beside nothing")).findFirst();
    var late = without.map(one -> all.stream()
        .filter(beside -> micros999(beside) > 2 * micros999(one) + 5_000)
        .count());
    atMost(
        "kinds of streams beside which the p99.9 of point reads is more than twice that without,"
            + " and 5 ms",
        0,
        late.map(Long::doubleValue),
        "of " + Math.max(0, all.size() - 1));
  }

  private static double micros999(Measurement one) {
    return one.spread(round -> round.latency().micros(99.9)).median();
  }

  /** Returns the ratio of two workloads of Weir at 64 clients. */
  private Optional<Double> among(
      String workload, String other, ToDoubleFunction<RoundSample> number) {
    return MeasurementIndex.ratio(
        found.one(WEIR.title(), workload, 64), found.one(WEIR.title(), other, 64), number);
  }

  private void atLeast(String what, double bound, Optional<Double> measured) {
    atLeast(what, bound, measured, "");
  }

  private void atLeast(String what, double bound, Optional<Double> measured, String remark) {
    goals.add(new Goal(what, true, bound, measured, remark));
  }

  private void atMost(String what, double bound, Optional<Double> measured) {
    atMost(what, bound, measured, "");
  }

  private void atMost(String what, double bound, Optional<Double> measured, String remark) {
    goals.add(new Goal(what, false, bound, measured, remark));
  }

  private Optional<Double> rate(TargetKind one, TargetKind other, String workload, int clients) {
    return ratio(one, workload, clients, other, RoundSample::perSecond);
  }

  private Optional<Double> cpu(TargetKind one, TargetKind other, String workload, int clients) {
    return ratio(one, workload, clients, other, RoundSample::serverCpuMicros);
  }

  private Optional<Double> ratio(
      TargetKind one,
      String workload,
      int clients,
      TargetKind other,
      ToDoubleFunction<RoundSample> number) {
    return MeasurementIndex.ratio(
        found.one(one.title(), workload, clients),
        found.one(other.title(), workload, clients),
        number);
  }
}
