package io.weir.perf.process;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import reactor.core.publisher.Mono;

/** Ends what a run holds: servers, and the connections and loops of a client in this process. */
public final class Closing {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private Closing() {}

  /**
   * Closes, and blocks until that has ended, 10 s at most. After that it names the parts that are
   * still open and returns: their measurement is over, and their server ends next. A failure to
   * close is thrown.
   *
   * @param parts as the message names them
   */
  public static void end(String parts, Mono<Void> closing) {
    end(parts, closing, PATIENCE, System.err);
  }

  /** Closes all, also after a failure; then fails with the first one. */
  public static void all(Collection<? extends Closeable> parts) throws IOException {
    var failures = new ArrayList<IOException>();
    for (var part : parts) {
      try {
        part.close();
      } catch (IOException e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      var first = failures.get(0);
      failures.stream().skip(1).forEach(first::addSuppressed);
      throw first;
    }
  }

  static void end(String parts, Mono<Void> closing, Duration patience, PrintStream log) {
    closing
        .timeout(
            patience,
            Mono.fromRunnable(
                () -> log.println(parts + " did not close within " + patience.toSeconds() + " s")))
        .block();
  }
}
