package io.weir.cli.queue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Transcript;
import io.weir.cli.terminal.Terminal;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** {@code weir queue receive} on its own thread; the test reads its lines as they are printed. */
final class RunningReception {

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final PipedInputStream read = new PipedInputStream(1 << 16);
  private final BufferedReader lines = new BufferedReader(new InputStreamReader(read, UTF_8));
  private final FutureTask<Integer> running;
  private final Thread thread;

  private RunningReception(String endpoint, String queue) throws IOException {
    var out = new PrintStream(new PipedOutputStream(read), true, UTF_8);
    var terminal = new Terminal(out, new PrintStream(err, true, UTF_8), false);
    running = new FutureTask<>(() -> Transcript.run(
        terminal, Map.of(), "queue", "receive", queue, "--queue-endpoint", endpoint));
    thread = new Thread(running, "receive");
  }

  static RunningReception start(String endpoint, String queue) throws IOException {
    var reception = new RunningReception(endpoint, queue);
    reception.thread.start();
    return reception;
  }

  /** Waits for the next line. */
  String next() throws IOException {
    return lines.readLine();
  }

  /** Refuses all further output, as the end of a reading program does. */
  void closeOutput() throws IOException {
    read.close();
  }

  /** Interrupts the command. */
  void interrupt() {
    thread.interrupt();
  }

  /** Waits for the end without a complaint. */
  void assertEnds() throws Exception {
    assertThat(running.get(1, TimeUnit.MINUTES)).as(this::err).isZero();
    assertThat(err()).isEmpty();
  }

  int exitCode() throws Exception {
    return running.get(1, TimeUnit.MINUTES);
  }

  String err() {
    return err.toString(UTF_8);
  }
}
