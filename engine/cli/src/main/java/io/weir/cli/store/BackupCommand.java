package io.weir.cli.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.error.InvalidRequestException;
import io.weir.cli.endpoint.EndpointOptions;
import io.weir.cli.options.CommonOptions;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import io.weir.server.json.ControlLine;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

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
  public Integer call() {
    try (var client = endpoint.connect()) {
      var folder = name == null ? NAME.format(Clock.systemUTC().instant()) : name;
      terminal.say(follow(client.administration().backup(folder)));
      return 0;
    } catch (InvalidRequestException refusal) {
      throw refusal.facts().contains("--backup-dir")
          ? CommandFailure.failed(
              "The service was started without --backup-dir, so it takes no backups.")
          : refusal;
    }
  }

  /** Shows the progress and returns the line to print at the end. */
  private String follow(Flux<String> lines) {
    try (var progress = new CopyProgress(terminal.progress())) {
      var shown = new BackupPrinter(progress);
      lines
          .publishOn(Schedulers.boundedElastic())
          .doOnNext(line -> shown.line(ControlLine.read(line.getBytes(UTF_8))))
          .then()
          .block();
      return shown.result();
    }
  }
}
