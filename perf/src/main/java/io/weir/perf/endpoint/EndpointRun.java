package io.weir.perf.endpoint;

import io.weir.api.wire.Dialect;
import io.weir.perf.http.HttpConnections;
import io.weir.perf.load.ClosedLoop;
import io.weir.perf.load.Rounds;
import io.weir.perf.process.StoreHome;
import io.weir.perf.process.Surroundings;
import io.weir.perf.result.ResultLine;
import io.weir.perf.target.LoadedTable;
import io.weir.perf.target.RestTable;
import io.weir.perf.target.Target;
import io.weir.perf.target.TargetKind;
import io.weir.perf.target.TargetTable;
import io.weir.perf.target.TurnRunner;
import io.weir.perf.target.WeirTable;
import io.weir.perf.workload.Population;
import io.weir.perf.workload.RowSize;
import io.weir.perf.workload.Workloads;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Measures point reads over HTTP by each protocol and media type, beside a bare endpoint whose constant answer is as long as the JSON of
 * an entity. As many requests as named are always in flight, each signed; the server is a process of its own.
 *
 * <p>{@code java -jar perf/target/perf.jar endpoint}
 *
 * @param rows that the server holds
 * @param rounds the warm-up and the rounds after it
 * @param inFlight the number of requests that are always in flight
 */
public record EndpointRun(Population rows, Rounds rounds, int inFlight) {

  private static final int HTTP2_CONNECTIONS = 2;
  private static final long SEED = 44;

  private static final String HTTP_1 = "GET entity, HTTP/1.1 keep-alive, ";
  private static final String HTTP_2 = "GET entity, h2c, ";
  private static final String BARE = "bare Reactor Netty";

  /** 200,000 wide rows; five rounds of a second after four seconds of warm-up; 64 requests in flight. */
  public static EndpointRun standard() {
    return new EndpointRun(
        new Population(200_000, 20, RowSize.WIDE),
        new Rounds(Duration.ofSeconds(4), Duration.ofSeconds(1), 5),
        64);
  }

  /** Blocks until everything is measured. An answer other than the right one ends the run. */
  public List<ResultLine> run() throws IOException {
    try (var home = StoreHome.temporary();
        var turns = new TurnRunner(SEED)) {
      var where = new Surroundings(home.path(), Optional.empty(), HTTP2_CONNECTIONS, inFlight);
      try (var weir = WeirTable.start(where, "interval");
          var http1 = HttpConnections.http1(weir.server().port(), where);
          var http2 = HttpConnections.http2(weir.server().port(), where);
          var bare1 = TargetKind.REACTOR_NETTY_HTTP1.start(where);
          var bare2 = TargetKind.REACTOR_NETTY_H2C.start(where)) {
        var byClient = LoadedTable.load(weir, rows);
        return List.of(
            line(turns, HTTP_1, BARE, LoadedTable.load(bare1, rows)),
            line(turns, HTTP_1, "weir, JSON", over(http1, RestTable.JSON, weir)),
            line(turns, HTTP_1, "weir, frames", over(http1, Dialect.BINARY, weir)),
            line(turns, HTTP_2, BARE, LoadedTable.load(bare2, rows)),
            line(turns, HTTP_2, "weir, JSON", over(http2, RestTable.JSON, weir)),
            line(turns, HTTP_2, "weir, frames", over(http2, Dialect.BINARY, weir)),
            line(turns, HTTP_2, "weir, frames, its client", byClient));
      }
    }
  }

  private LoadedTable over(HttpConnections connections, String mediaType, Target weir) {
    TargetTable table = new RestTable(connections.client(), rows.name(), mediaType);
    return LoadedTable.of(table, rows, weir);
  }

  private ResultLine line(TurnRunner turns, String kind, String subject, LoadedTable loaded)
      throws IOException {
    var task = kind + inFlight + " in flight";
    System.out.printf("%s: %s%n", task, subject);
    var measured = turns.take(loaded, Workloads.named("read"), new ClosedLoop(inFlight), rounds, 0);
    for (var round : measured) {
      if (!round.failures().isEmpty()) {
        throw new IOException("reads failed subject=" + subject + " failures=" + round.failures());
      }
    }
    return ResultLine.of(task, subject, subject.equals(BARE), measured);
  }
}
