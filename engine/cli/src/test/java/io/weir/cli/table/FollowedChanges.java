package io.weir.cli.table;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** {@code weir changes} on its own thread; the test reads its lines as they are printed. */
final class FollowedChanges {

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final BufferedReader lines;
  private final FutureTask<Integer> running;
  private final Thread thread;

  private FollowedChanges(String endpoint, String... arguments) throws IOException {
    var args = new ArrayList<>(List.of("changes", "--endpoint", endpoint));
    args.addAll(List.of(arguments));
    var read = new PipedInputStream(1 << 16);
    var out = new PrintStream(new PipedOutputStream(read), true, UTF_8);
    var terminal = new Terminal(out, new PrintStream(err, true, UTF_8), false);
    lines = new BufferedReader(new InputStreamReader(read, UTF_8));
    running = new FutureTask<>(() -> {
      try (out) {
        return Transcript.run(terminal, Map.of(), args.toArray(String[]::new));
      }
    });
    thread = new Thread(running, "changes");
  }

  static FollowedChanges start(String endpoint, String... arguments) throws IOException {
    var changes = new FollowedChanges(endpoint, arguments);
    changes.thread.start();
    return changes;
  }

  /** Waits for the next line. */
  String next() throws IOException {
    var line = lines.readLine();
    assertThat(line).as(() -> "ended early: " + err()).isNotNull();
    return line;
  }

  /** Interrupts the command. */
  void interrupt() {
    thread.interrupt();
  }

  /** Reads the lines that are left, waits for the end and returns the exit code. */
  int end() throws Exception {
    lines.lines().forEach(line -> assertThat(line).startsWith("{").endsWith("}"));
    return running.get(1, TimeUnit.MINUTES);
  }

  String err() {
    return err.toString(UTF_8);
  }
}
