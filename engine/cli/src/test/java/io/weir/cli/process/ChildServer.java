package io.weir.cli.process;

import io.weir.cli.BriefJvm;
import io.weir.client.WeirClient;
import io.weir.client.WeirQueues;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** {@code weir serve} in its own process, which a test can kill. */
final class ChildServer implements AutoCloseable {

  /**
   * Selects the log configuration of the runnable jar. The tests' own configuration logs to
   * standard output, which a test reads only until the server is ready: after some hundred failures
   * the pipe is full, and the loop that logs stops.
   */
  private static final String USERS_LOG = "-Dlogback.configurationFile=logback.xml";

  private static final Pattern STARTED = Pattern.compile("Weir serves (http://\\S+)");

  /** Prefixes of JVM options that a child process needs as well. */
  private static final List<String> INHERITED = List.of("--add-", "-Dchronicle", "-XX:Tiered");

  private static final HttpClient PROBE = HttpClient.newHttpClient();

  private final Process process;
  private final String endpoint;

  private ChildServer(Process process, String endpoint) {
    this.process = process;
    this.endpoint = endpoint;
  }

  /** Starts a server of a store, discards its log, and waits until it is ready. */
  static ChildServer start(Path store, List<String> jvmOptions, String... options)
      throws IOException {
    return start(Redirect.DISCARD, 0, store, jvmOptions, options);
  }

  /** Starts a server at a port, where clients of a killed one find it again. */
  static ChildServer startAt(int port, Path store, List<String> jvmOptions, String... options)
      throws IOException {
    return start(Redirect.DISCARD, port, store, jvmOptions, options);
  }

  /**
   * Starts a server that logs as it does for users, into a pipe that is read only by
   * {@link #unreadLog}.
   */
  static ChildServer startUnheard(Path store, String... options) throws IOException {
    return start(Redirect.PIPE, 0, store, List.of(), options);
  }

  private static ChildServer start(
      Redirect log, int port, Path store, List<String> jvmOptions, String... options)
      throws IOException {
    return start(List.of(), log, port, store, jvmOptions, options);
  }

  /**
   * Starts a server by another program.
   *
   * @param launcher the program with its arguments; it becomes the server and keeps its process
   * @param log where the server's log goes
   */
  static ChildServer startBy(
      List<String> launcher,
      Path log,
      int port,
      Path store,
      List<String> jvmOptions,
      String... options)
      throws IOException {
    return start(launcher, Redirect.appendTo(log.toFile()), port, store, jvmOptions, options);
  }

  private static ChildServer start(
      List<String> launcher,
      Redirect log,
      int port,
      Path store,
      List<String> jvmOptions,
      String... options)
      throws IOException {
    var command = new ArrayList<>(launcher);
    command.addAll(serving(port, store, jvmOptions, options));
    var process = new ProcessBuilder(command).redirectError(log).start();
    return new ChildServer(process, awaitEndpoint(process.inputReader(StandardCharsets.UTF_8)));
  }

  /**
   * Starts a server and kills it after a time, whether or not it is ready by then.
   *
   * @throws AssertionError if it has ended by itself
   */
  static void killed(Duration age, Path store, List<String> jvmOptions, String... options)
      throws IOException, InterruptedException {
    var process = new ProcessBuilder(serving(0, store, jvmOptions, options))
        .redirectOutput(Redirect.DISCARD)
        .redirectError(Redirect.DISCARD)
        .start();
    if (process.waitFor(age.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("The start failed exit=" + process.exitValue());
    }
    process.destroyForcibly().waitFor();
  }

  private static List<String> serving(
      int port, Path store, List<String> jvmOptions, String... options) {
    var command = command(jvmOptions);
    command.add("serve");
    command.addAll(List.of("--data", store.toString(), "--port", Integer.toString(port)));
    command.addAll(List.of(options));
    return command;
  }

  /** Starts any other command in a process of its own, with all its output in a file. */
  static Process weir(Path log, List<String> jvmOptions, List<String> arguments)
      throws IOException {
    var command = command(jvmOptions);
    command.addAll(arguments);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  private static List<String> command(List<String> jvmOptions) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> INHERITED.stream().anyMatch(argument::startsWith))
        .forEach(command::add);
    command.addAll(BriefJvm.UNVERIFIED);
    command.add(USERS_LOG);
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.weir.cli.Weir"));
    return command;
  }

  /** Stops the process where it is, as a machine that hangs, until {@link #resume}. */
  void pause() throws IOException, InterruptedException {
    signal("STOP");
  }

  /** Lets a paused process go on. */
  void resume() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    var sent = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    if (sent.waitFor() != 0) {
      throw new IOException("the server takes no signal signal=" + name);
    }
  }

  /** Returns the address of its development account. */
  String endpoint() {
    return endpoint;
  }

  /** Returns a new client of its development account. */
  WeirClient client() {
    return WeirClient.builder().endpoint(endpoint).loops(1).connect();
  }

  /** Returns a new client of queues at a port of this machine. It repeats nothing. */
  static WeirQueues queues(int port) {
    return WeirQueues.builder()
        .endpoint("http://127.0.0.1:" + port + "/devstoreaccount1")
        .loops(1)
        .retries(0)
        .connectQueues();
  }

  /** Returns the status of its readiness probe: 200, 503, or 0 if it did not answer. */
  int ready() throws InterruptedException {
    var page = URI.create(endpoint).resolve("/health/ready");
    try {
      return PROBE
          .send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.discarding())
          .statusCode();
    } catch (IOException e) {
      return 0;
    }
  }

  /** Returns the text of its metrics page. */
  String metrics() throws IOException, InterruptedException {
    var page = URI.create(endpoint).resolve("/metrics");
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }

  /** Returns the unread log of a process that {@link #startUnheard} started. */
  BufferedReader unreadLog() {
    return process.errorReader(StandardCharsets.UTF_8);
  }

  /** Sends SIGKILL and returns when the process has ended. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      throw new AssertionError("The server survived being killed.");
    }
  }

  /** Sends SIGTERM, as a service manager does, and returns the exit code. */
  int terminate() throws InterruptedException {
    process.toHandle().destroy(); // unlike that of the process, it leaves the log open
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new AssertionError("The server did not stop.");
    }
    return process.exitValue();
  }

  @Override
  public void close() throws InterruptedException {
    kill();
  }

  private static String awaitEndpoint(BufferedReader output) throws IOException {
    for (var line = output.readLine(); line != null; line = output.readLine()) {
      var started = STARTED.matcher(line);
      if (started.find()) {
        return started.group(1);
      }
    }
    throw new AssertionError("The server ended before it was ready.");
  }
}
