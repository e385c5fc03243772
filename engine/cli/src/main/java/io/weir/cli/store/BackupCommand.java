package io.weir.cli.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.error.InvalidRequestException;
import io.weir.cli.options.CommonOptions;
import io.weir.cli.options.EndpointOptions;
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
      "A backup copies only what the newest backup of the store in the --backup-dir has not: unchanged files get a second name. Each backup is whole without the others.",
      "The backup counts when this says so: it is then whole, verified and on disk. Make a store of it with 'weir restore'."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class BackupCommand implements Callable<Integer> {

  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

  private static final int MOST_KEPT = 9999;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "Name of the backup's folder: up to 100 letters, digits, dots and dashes."
          + " Default: the time, as 20260131-140200.")
  private @Nullable String name;

  @Option(
      names = "--keep",
      paramLabel = "N",
      description =
          "Delete the oldest backups of this store in the --backup-dir after the new one is whole, and keep N, 1 to 9999. Default: all stay.")
  private @Nullable Integer keep;

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
    if (keep != null && (keep < 1 || keep > MOST_KEPT)) {
      throw CommandFailure.wrongUsage("--keep is 1 to " + MOST_KEPT + ".");
    }
    try (var client = endpoint.connect()) {
      var folder = name == null ? NAME.format(Clock.systemUTC().instant()) : name;
      terminal.say(follow(client.administration().backup(folder, keep == null ? 0 : keep)));
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
