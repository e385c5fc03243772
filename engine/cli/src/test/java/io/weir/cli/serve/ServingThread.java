package io.weir.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Transcript;
import io.weir.cli.terminal.Terminal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** {@code weir serve} on its own thread and a free port, from its start line to its end. */
public final class ServingThread implements AutoCloseable {

  private final FutureTask<Integer> serving;
  private final Thread thread;
  private final String startLine;

  private ServingThread(FutureTask<Integer> serving, Thread thread, String startLine) {
    this.serving = serving;
    this.thread = thread;
    this.startLine = startLine;
  }

  /** Starts serving a store with an environment and options. Returns when the service is ready. */
  public static ServingThread start(Path store, Map<String, String> environment, String... options)
      throws IOException {
    return start(store, 0, environment, options);
  }

  /** Starts serving a store at a port; 0 takes any that is free. */
  static ServingThread start(
      Path store, int port, Map<String, String> environment, String... options) throws IOException {
    var own = Stream.of("--data", store.toString(), "--partition-groups", "1");
    return serve(port, environment, Stream.concat(own, Stream.of(options)));
  }

  /** Starts serving a store at an address. Returns when the service is ready. */
  static ServingThread at(String address, String... options) throws IOException {
    return serve(0, Map.of(), Stream.concat(Stream.of("--store", address), Stream.of(options)));
  }

  private static ServingThread serve(
      int port, Map<String, String> environment, Stream<String> options) throws IOException {
    var args = Stream.concat(
            Stream.of("serve", "--port", String.valueOf(port), "--loops", "1"), options)
        .toList();
    var lines = new PipedInputStream();
    var out = new PrintStream(new PipedOutputStream(lines), true, UTF_8);
    var serving = new FutureTask<>(() -> {
      try (out) {
        return Transcript.run(
            new Terminal(out, System.err, false), environment, args.toArray(new String[0]));
      }
    });
    var thread = new Thread(serving, "serving");
    thread.start();
    var line = new BufferedReader(new InputStreamReader(lines, UTF_8)).readLine();
    return new ServingThread(serving, thread, String.valueOf(line));
  }

  /** Returns the start line. */
  public String startLine() {
    return startLine;
  }

  /** Returns the address of the account as the start line gives it. */
  public String url() {
    return startLine.split(" ", -1)[2];
  }

  /** Stops the service as Ctrl-C does. */
  @Override
  public void close() throws Exception {
    thread.interrupt();
    assertThat(serving.get(1, TimeUnit.MINUTES)).isZero();
  }
}
