package io.weir.perf.endpoint;

import io.weir.perf.http.HttpConnections;
import io.weir.perf.machine.Cpu;
import io.weir.perf.process.StoreHome;
import io.weir.perf.process.Surroundings;
import io.weir.perf.result.ResultLine;
import io.weir.perf.target.LoadedTable;
import io.weir.perf.target.OptionalTarget;
import io.weir.perf.target.TargetKind;
import io.weir.perf.target.TargetTable;
import io.weir.perf.target.WeirTable;
import io.weir.perf.workload.DataRow;
import io.weir.perf.workload.Population;
import io.weir.perf.workload.RowSize;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import reactor.core.publisher.Flux;

/**
 * Measures how many entities a second are replaced at random places of a loaded table if each is on the disk before it is acknowledged.
 * Weir writes in bulk, in frames and in lines of JSON, and one by one with 64 requests in flight. PostgreSQL, if it is installed, commits
 * each row in a transaction of its own, with one commit at a time and with 64. Weir runs with {@code --durability sync}, PostgreSQL with
 * its defaults, which mean the same ({@code fsync=on}, {@code synchronous_commit=on}).
 *
 * <p>{@code java -jar perf/target/perf.jar bulk}
 *
 * @param rows that the tables hold
 * @param written entities of a bulk write
 * @param oneByOne entities of a sample that are written one by one, at least 64; fewer, because these take longer
 * @param warmups rounds that are not counted
 * @param samples rounds that are counted, at least 1
 */
public record BulkRun(Population rows, int written, int oneByOne, int warmups, int samples) {

  private static final String BESIDE_REQUESTS = "durable upserts, beside single requests";
  private static final String BESIDE_COMMITS = "durable upserts, beside PostgreSQL's commits";
  private static final int IN_FLIGHT = 64;

  /** One commit at a time waits for the disk each time, so its samples are smaller by this factor. */
  private static final int FEWER = 8;

  /** 200,000 wide rows, 50,000 of a bulk write. */
  public static BulkRun standard() {
    return new BulkRun(new Population(200_000, 20, RowSize.WIDE), 50_000, 12_800, 10, 7);
  }

  /** Blocks until everything is measured, in rounds. */
  public List<ResultLine> run() throws IOException {
    var replacements = Replacements.of(rows, written);
    try (var home = StoreHome.temporary()) {
      var where = new Surroundings(home.path(), Optional.empty(), 1, IN_FLIGHT);
      try (var weir = WeirTable.start(where, "sync");
          var connections = HttpConnections.http2(weir.server().port(), where);
          var postgres = OptionalTarget.start(TargetKind.POSTGRESQL, where)) {
        var table = LoadedTable.load(weir, rows);
        var load = new TimedBulkWrites(
            weir.client().tables(), connections.client(), rows.name(), replacements);
        var requests = contender(
            BESIDE_REQUESTS,
            "weir, 64 requests in flight",
            table.server(),
            () -> load.oneByOne(oneByOne, IN_FLIGHT));
        var bulk = List.of(
            contender(BESIDE_REQUESTS, "weir, bulk in frames", table.server(), load::frames),
            contender(BESIDE_REQUESTS, "weir, bulk in lines", table.server(), load::lines));
        var commits = postgres
            .target()
            .map(target -> commits(LoadedTable.load(target, rows).table(), replacements))
            .orElse(List.of());
        return measure(requests, bulk, commits);
      }
    }
  }

  private List<Contender> commits(TargetTable table, Replacements replacements) {
    var many = replacements.rows().subList(0, oneByOne);
    var few = many.subList(0, oneByOne / FEWER);
    return List.of(
        new Contender(BESIDE_COMMITS, "PostgreSQL, one connection", () -> upsert(table, few, 1)),
        new Contender(
            BESIDE_COMMITS, "PostgreSQL, 64 connections", () -> upsert(table, many, IN_FLIGHT)));
  }

  private static long upsert(TargetTable table, List<DataRow> rows, int inFlight) {
    return Flux.fromIterable(rows)
        .flatMap(table::upsert, inFlight)
        .reduce(0, Integer::sum)
        .blockOptional()
        .orElseThrow();
  }

  private List<ResultLine> measure(
      Contender requests, List<Contender> bulk, List<Contender> commits) {
    var all = new ArrayList<>(commits);
    all.add(requests);
    all.addAll(bulk);
    Contender.inTurns(all, warmups, samples);
    var lines = new ArrayList<ResultLine>();
    lines.add(requests.line(true));
    bulk.forEach(each -> lines.add(each.line(false)));
    if (!commits.isEmpty()) {
      commits.forEach(each -> lines.add(each.line(each == commits.get(0))));
      bulk.forEach(each -> lines.add(each.line(BESIDE_COMMITS)));
    }
    return List.copyOf(lines);
  }

  private static Contender contender(String task, String subject, Cpu server, LongSupplier write) {
    return new Contender(task, subject, 1, Optional.of(server), write);
  }
}
