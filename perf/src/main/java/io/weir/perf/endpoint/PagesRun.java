package io.weir.perf.endpoint;

import io.weir.perf.process.AzuriteProcess;
import io.weir.perf.result.ResultLine;
import io.weir.perf.workload.DataSet;
import io.weir.api.Query;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Measures how many entities a second come by one stream through our client, beside those that come page by page from the emulator,
 * {@code azurite-table}, where that is installed.
 *
 * <p>{@code java -jar perf/target/perf.jar stream} ends with it.
 *
 * @param data what both hold: entities of about 1 KB; the more there are, the slower the emulator pages
 * @param warmups rounds that are not counted
 * @param samples rounds that are, at least 1
 */
public record PagesRun(DataSet data, int warmups, int samples) {

  private static final String TASK = "a whole table beside the emulator's pages, entities";

  /** Streams before all rounds: eight million entities, in which JVMs on both ends compile. The emulator is warm sooner. */
  private static final int COLD_STREAMS = 160;

  public static PagesRun standard() {
    return new PagesRun(new DataSet(50_000), 3, 5);
  }

  /** Blocks until all is measured, in rounds. Empty where the emulator is not installed. */
  public List<ResultLine> run() throws IOException {
    try (var emulator = Peer.start(AzuriteProcess::start)) {
      if (emulator.server().isEmpty()) {
        return List.of();
      }
      try (var weir = ServerProcess.start(ServerMain.WEIR, data.entities());
          var client = ClientLoad.of(weir.port(), data);
          var pages = EmulatorPages.load(emulator.server().get(), data)) {
        var reference = new Contender(TASK, "azurite-table", 1, () -> Duration.ZERO, pages::read);
        var stream = new Contender(
            TASK, "weir, its client", 1, () -> Duration.ZERO, () -> client.count(Query.ALL));
        for (var cold = 0; cold < COLD_STREAMS; cold++) {
          stream.warmUp();
        }
        Contender.inTurns(List.of(reference, stream), warmups, samples);
        return List.of(reference.line(true), stream.line(false));
      }
    }
  }
}
