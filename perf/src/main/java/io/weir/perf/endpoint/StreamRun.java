package io.weir.perf.endpoint;

import io.weir.perf.process.PostgresProcess;
import io.weir.perf.result.ResultLine;
import io.weir.perf.workload.DataSet;
import io.weir.api.Query;
import io.weir.api.wire.Dialect;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Measures one stream of a whole table, read as fast as it goes: in MiB beside a bare endpoint that sends as many bytes out of one
 * buffer, which is the limit; and in rows beside PostgreSQL's cursor, where that is installed.
 *
 * <p>{@code java -jar perf/target/perf.jar stream}
 *
 * @param data what is streamed: entities of about 1 KB
 * @param warmups streams that are not counted
 * @param samples streams that are, at least 1
 */
public record StreamRun(DataSet data, int warmups, int samples) {

  private static final String BODY = "one stream over h2c, MiB of its body";
  private static final String ROWS = "one stream, entities or rows";
  private static final int MIB = 1 << 20;

  /** 230 MB a stream. */
  public static StreamRun standard() {
    return new StreamRun(new DataSet(200_000), 40, 7);
  }

  /** Blocks until all is measured: in rounds, so that what disturbs the machine for a while disturbs all alike. */
  public List<ResultLine> run() throws IOException {
    try (var weir = ServerProcess.start(ServerMain.WEIR, data.entities());
        var load = new StreamLoad(weir.port());
        var client = ClientLoad.of(weir.port(), data);
        var bare = ServerProcess.start(ServerMain.BARE_STREAM, (int) load.read(Dialect.BINARY));
        var bareLoad = new StreamLoad(bare.port());
        var postgres = Peer.start(PostgresProcess::start)) {
      var bodies = List.of(
          body("bare Reactor Netty", bare, () -> bareLoad.read(Dialect.BINARY)),
          body("weir, frames", weir, () -> load.read(Dialect.BINARY)),
          body("weir, lines", weir, () -> load.read(Dialect.NDJSON)),
          body("weir, frames, any order", weir, () -> load.readUnordered(Dialect.BINARY)));
      var rows = new ArrayList<Contender>();
      if (postgres.server().isPresent()) {
        var cursor = PostgresCursor.over(postgres.server().get(), data);
        rows.add(rows("PostgreSQL's cursor", cursor::read));
      }
      rows.add(rows("weir, its client", () -> client.count(Query.ALL)));
      return Stream.of(bodies, rows).flatMap(this::lines).toList();
    }
  }

  /** The first is the reference. */
  private Stream<ResultLine> lines(List<Contender> contenders) {
    Contender.inTurns(contenders, warmups, samples);
    var reference = contenders.get(0);
    return contenders.stream().map(each -> each.line(each == reference));
  }

  private static Contender body(String subject, ServerProcess server, LongSupplier stream) {
    return new Contender(BODY, subject, MIB, server::cpuTime, stream);
  }

  /** Processor time is not told: a row costs the reader at least as much as the server. */
  private static Contender rows(String subject, LongSupplier stream) {
    return new Contender(ROWS, subject, 1, () -> Duration.ZERO, stream);
  }
}
