package io.weir.cli.serve;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.cli.options.CommonOptions;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import io.weir.client.DialectChoice;
import io.weir.client.WeirClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Serves a temporary store, sends it requests, and ends. */
@Command(
    name = "rehearse",
    sortOptions = false,
    description = {
      "Serve a temporary store, send it requests of each kind, start it as after a crash, and end.",
      "The start script calls this for 'weir --prepare', which makes later starts faster."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class RehearseCommand implements Callable<Integer> {

  @Option(
      names = "--requests",
      paramLabel = "N",
      defaultValue = "5000",
      description = "Entities that each dialect stores, 1 to 1000000. Default: ${DEFAULT-VALUE}.")
  private int requests = 5000;

  @Mixin
  private CommonOptions common = new CommonOptions();

  private final Terminal terminal;

  public RehearseCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    if (requests < 1 || requests > 1_000_000) {
      throw CommandFailure.wrongUsage("--requests is 1 to 1000000.");
    }
    var folder = Files.createTempDirectory("weir-rehearsal");
    try {
      serve(folder);
      LocalService.openTemporary(crashed(folder)).close();
    } finally {
      delete(folder);
    }
    terminal.say(
        String.format(Locale.ROOT, "Rehearsed %,d entities in each of two dialects.", requests));
    return 0;
  }

  /**
   * Serves requests, and leaves a copy of the store as a crash would leave it, whose start replays
   * the log.
   */
  private void serve(Path folder) throws IOException {
    try (var service = LocalService.openTemporary(folder)) {
      for (var dialect : new DialectChoice[] {DialectChoice.REST, DialectChoice.STREAMING}) {
        run(service.url(AccountName.DEVELOPMENT), dialect);
      }
      copy(folder.resolve("store"), crashed(folder).resolve("store"));
    }
  }

  private static Path crashed(Path folder) {
    return folder.resolve("crashed");
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var files = Files.walk(from)) {
      for (var file : files.toList()) {
        var target = to.resolve(from.relativize(file));
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else if (Files.exists(file)) { // a draft may have been renamed meanwhile
          Files.copy(file, target);
        }
      }
    }
  }

  private void run(String url, DialectChoice dialect) {
    try (var client = WeirClient.builder().endpoint(url).dialect(dialect).connect()) {
      new Rehearsal(client, new TableName("Rehearsed"), requests).run().block();
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
