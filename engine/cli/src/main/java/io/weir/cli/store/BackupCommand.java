package io.weir.cli.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.cli.endpoint.EndpointOptions;
import io.weir.cli.endpoint.HttpClients;
import io.weir.cli.endpoint.SignedRequest;
import io.weir.cli.options.CommonOptions;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import io.weir.server.json.ControlLine;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Requests a backup from a running service. */
@Command(
    name = "backup",
    sortOptions = false,
    description = {
      "Have a running service back its whole store up, while it serves, into a folder inside its own --backup-dir.",
      "The backup counts when this says so: it is then whole, verified and on disk. Make a store of it with 'weir restore'."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class BackupCommand implements Callable<Integer> {

  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int OK = 200;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "Name of the backup's folder: up to 100 letters, digits, dots and dashes."
          + " Default: the time, as 20260131-140200.")
  private @Nullable String name;

  @Mixin
  private EndpointOptions endpoint = new EndpointOptions();

  @Mixin
  private CommonOptions common = new CommonOptions();

  private final Terminal terminal;

  public BackupCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    var response = send(request());
    try (var lines = response.body()) {
      if (response.statusCode() != OK) {
        throw refusal(response.statusCode(), lines);
      }
      terminal.say(follow(lines));
    }
    return 0;
  }

  private HttpRequest request() {
    var folder = name == null ? NAME.format(Clock.systemUTC().instant()) : name;
    var url = endpoint.endpoint() + "/$backup?name=" + URLEncoder.encode(folder, UTF_8);
    var signed = SignedRequest.of(url, endpoint.sharedKey(), Clock.systemUTC());
    return HttpRequest.newBuilder(URI.create(signed.url()))
        .header("x-ms-date", signed.date())
        .header("Authorization", signed.authorization())
        .POST(HttpRequest.BodyPublishers.noBody())
        .build();
  }

  private HttpResponse<Stream<String>> send(HttpRequest request) throws IOException {
    try {
      return HttpClients.trusting(endpoint.trusted(), PATIENCE)
          .send(request, BodyHandlers.ofLines());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while the service answered.");
    }
  }

  /** Shows the progress and returns the line to print at the end. */
  private String follow(Stream<String> lines) {
    try (var progress = new CopyProgress(terminal.progress())) {
      var shown = new BackupPrinter(progress);
      for (var each = lines.iterator(); each.hasNext(); ) {
        shown.line(ControlLine.read(each.next().getBytes(UTF_8)));
      }
      return shown.result();
    }
  }

  private static CommandFailure refusal(int status, Stream<String> lines) {
    var said = lines.collect(Collectors.joining(" "));
    return CommandFailure.failed(
        said.contains("--backup-dir")
            ? "The service was started without --backup-dir, so it takes no backups."
            : "The service refused. status=" + status + " " + said);
  }
}
