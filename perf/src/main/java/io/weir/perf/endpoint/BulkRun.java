package io.weir.perf.endpoint;

import io.weir.perf.process.PostgresProcess;
import io.weir.perf.result.ResultLine;
import io.weir.perf.workload.DataSet;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Measures how many entities a second are replaced at random places of a loaded table, each on the disk when it is acknowledged: in
 * bulk, in frames and in lines of JSON; one by one, 64 requests in flight; and by PostgreSQL, a transaction a row, over one connection
 * and over 64, where that is installed. Weir forces its log ({@code --durability sync}), PostgreSQL has its defaults, which do the same
 * ({@code fsync=on}, {@code synchronous_commit=on}); both on the disk of {@code java.io.tmpdir}.
 *
 * <p>{@code java -jar perf/target/perf.jar bulk}
 *
 * @param data what the tables hold
 * @param written entities of a bulk write
 * @param oneByOne entities of a sample that are written one by one, fewer since it takes longer; at least 64
 * @param warmups rounds that are not counted
 * @param samples rounds that are, at least 1
 */
public record BulkRun(DataSet data, int written, int oneByOne, int warmups, int samples) {

  private static final String BESIDE_REQUESTS = "durable upserts, beside single requests";
  private static final String BESIDE_COMMITS = "durable upserts, beside PostgreSQL's commits";
  private static final int CONNECTIONS = 64;

  /** Of one connection: a commit waits for the disk each time. */
  private static final int FEWER = 8;

  public static BulkRun standard() {
    return new BulkRun(new DataSet(200_000), 50_000, 12_800, 10, 7);
  }

  /** Blocks until all is measured: in rounds, so that what disturbs the machine for a while disturbs all alike. */
  public List<ResultLine> run() throws IOException {
    var replacements = Replacements.of(data, written);
    try (var weir = ServerProcess.start(ServerMain.WEIR_SYNC, data.entities());
        var load = new BulkLoad(weir.port(), replacements);
        var postgres = Peer.start(PostgresProcess::start)) {
      var requests = new Contender(
          BESIDE_REQUESTS,
          "weir, 64 requests in flight",
          1,
          weir::cpuTime,
          () -> load.oneByOne(oneByOne));
      var bulk = List.of(
          bulk("weir, bulk in frames", weir::cpuTime, load::frames),
          bulk("weir, bulk in lines", weir::cpuTime, load::lines));
      if (postgres.server().isEmpty()) {
        return lines(requests, bulk, List.of());
      }
      try (var commits = PostgresCommits.over(postgres.server().get(), data, CONNECTIONS)) {
        var rows = replacements.entities().subList(0, oneByOne);
        var fewer = rows.subList(0, oneByOne / FEWER);
        var peers = List.of(
            commits("PostgreSQL, one connection", () -> commits.upsert(fewer, 1)),
            commits("PostgreSQL, 64 connections", () -> commits.upsert(rows, CONNECTIONS)));
        return lines(requests, bulk, peers);
      }
    }
  }

  private List<ResultLine> lines(Contender requests, List<Contender> bulk, List<Contender> peers) {
    var all = new ArrayList<Contender>(peers);
    all.add(requests);
    all.addAll(bulk);
    Contender.inTurns(all, warmups, samples);
    var besideRequests =
        Stream.concat(Stream.of(requests.line(true)), bulk.stream().map(each -> each.line(false)));
    if (peers.isEmpty()) {
      return besideRequests.toList();
    }
    var besideCommits = Stream.concat(
        peers.stream().map(each -> each.line(each == peers.get(0))),
        bulk.stream().map(each -> each.line(BESIDE_COMMITS)));
    return Stream.concat(besideRequests, besideCommits).toList();
  }

  private static Contender bulk(String subject, Supplier<Duration> cpuTime, LongSupplier write) {
    return new Contender(BESIDE_REQUESTS, subject, 1, cpuTime, write);
  }

  private static Contender commits(String subject, LongSupplier write) {
    return new Contender(BESIDE_COMMITS, subject, 1, () -> Duration.ZERO, write);
  }
}
