package io.weir.perf.endpoint;

import io.weir.api.wire.Dialect;
import io.weir.perf.http.HttpConnections;
import io.weir.perf.http.StreamBody;
import io.weir.perf.process.StoreHome;
import io.weir.perf.process.Surroundings;
import io.weir.perf.result.ResultLine;
import io.weir.perf.target.BareTarget;
import io.weir.perf.target.LoadedTable;
import io.weir.perf.target.OptionalTarget;
import io.weir.perf.target.Target;
import io.weir.perf.target.TargetKind;
import io.weir.perf.target.WeirTable;
import io.weir.perf.workload.Population;
import io.weir.perf.workload.RowSize;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Measures streams of whole tables, each read as fast as it arrives. The body in MiB stands beside a bare endpoint that sends as many
 * bytes from one buffer, which is the limit. Rows stand beside PostgreSQL's cursor, and those of a smaller table beside the pages of
 * {@code azurite-table}; both peers take part if they are installed.
 *
 * <p>{@code java -jar perf/target/perf.jar stream}
 *
 * @param rows of the table that is streamed
 * @param warmups rounds that are not counted
 * @param samples rounds that are counted, at least 1
 * @param paged rows of the table beside the emulator, which pages more slowly the more it holds
 * @param coldStreams streams of {@code paged} before all rounds, in which the JVMs of both sides compile
 */
public record StreamRun(
    Population rows, int warmups, int samples, Population paged, int coldStreams) {

  private static final String BODY = "one stream over h2c, MiB of its body";
  private static final String ROWS = "one stream, entities or rows";
  private static final String PAGES = "a whole table beside the emulator's pages, entities";
  private static final int MIB = 1 << 20;

  private static final int PAGED_WARMUPS = 3;
  private static final int PAGED_SAMPLES = 5;

  /** 200,000 wide rows, which are 230 MB a stream; 50,000 beside the emulator. */
  public static StreamRun standard() {
    return new StreamRun(
        new Population(200_000, 20, RowSize.WIDE),
        40,
        7,
        new Population(50_000, 5, RowSize.WIDE),
        160);
  }

  /** Blocks until everything is measured. */
  public List<ResultLine> run() throws IOException {
    var lines = new ArrayList<ResultLine>();
    try (var home = StoreHome.temporary()) {
      var where = new Surroundings(home.path(), Optional.empty(), 1, 64);
      lines.addAll(streams(where));
      lines.addAll(pages(where));
    }
    return List.copyOf(lines);
  }

  private List<ResultLine> streams(Surroundings where) throws IOException {
    try (var weir = WeirTable.start(where, "interval");
        var connections = HttpConnections.http2(weir.server().port(), where);
        var postgres = OptionalTarget.start(TargetKind.POSTGRESQL, where)) {
      var table = LoadedTable.load(weir, rows);
      var body = new StreamBody(connections, rows.name());
      var length = body.read(Dialect.BINARY, "");
      try (var bare = BareTarget.stream(where, (int) length)) {
        var bareBody = new StreamBody(bare.client(), rows.name());
        var bodies = List.of(
            body("bare Reactor Netty", bare, () -> bareBody.read(Dialect.BINARY, "")),
            body("weir, frames", weir, () -> body.read(Dialect.BINARY, "")),
            body("weir, lines", weir, () -> body.read(Dialect.NDJSON, "")),
            body(
                "weir, frames, any order",
                weir,
                () -> body.read(Dialect.BINARY, "?" + Dialect.UNORDERED + "=true")));
        var all = new ArrayList<Contender>();
        postgres
            .target()
            .ifPresent(target ->
                all.add(rows(ROWS, "PostgreSQL's cursor", LoadedTable.load(target, rows))));
        all.add(rows(ROWS, "weir, its client", table));
        return Stream.of(bodies, all)
            .flatMap(contenders -> lines(contenders, warmups, samples))
            .toList();
      }
    }
  }

  private List<ResultLine> pages(Surroundings where) throws IOException {
    try (var emulator = OptionalTarget.start(TargetKind.AZURITE, where)) {
      if (emulator.target().isEmpty()) {
        return List.of();
      }
      try (var weir = WeirTable.start(where, "interval")) {
        var stream = rows(PAGES, "weir, its client", LoadedTable.load(weir, paged));
        var pages =
            rows(PAGES, "azurite-table", LoadedTable.load(emulator.target().get(), paged));
        for (var cold = 0; cold < coldStreams; cold++) {
          stream.warmUp();
        }
        return lines(List.of(pages, stream), PAGED_WARMUPS, PAGED_SAMPLES).toList();
      }
    }
  }

  /** The first contender is the reference. */
  private static Stream<ResultLine> lines(List<Contender> contenders, int warmups, int samples) {
    Contender.inTurns(contenders, warmups, samples);
    var reference = contenders.get(0);
    return contenders.stream().map(each -> each.line(each == reference));
  }

  private static Contender body(String subject, Target server, LongSupplier stream) {
    return new Contender(BODY, subject, MIB, Optional.of(server.cpu()), stream);
  }

  /** Without processor time: a row costs the reader at least as much as the server. */
  private static Contender rows(String task, String subject, LoadedTable loaded) {
    return new Contender(
        task, subject, () -> loaded.table().stream().blockOptional().orElseThrow());
  }
}
