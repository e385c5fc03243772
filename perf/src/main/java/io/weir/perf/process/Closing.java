package io.weir.perf.process;

import java.io.PrintStream;
import java.time.Duration;
import reactor.core.publisher.Mono;

/** Ends what a client holds in this process: its connections and its loops. */
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

  static void end(String parts, Mono<Void> closing, Duration patience, PrintStream log) {
    closing
        .timeout(
            patience,
            Mono.fromRunnable(
                () -> log.println(parts + " did not close within " + patience.toSeconds() + " s")))
        .block();
  }
}
