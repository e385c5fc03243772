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
      "Serve a temporary store, send it requests of each kind, and end.",
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
    try (var service = LocalService.openTemporary(folder)) {
      for (var dialect : new DialectChoice[] {DialectChoice.REST, DialectChoice.STREAMING}) {
        run(service.url(AccountName.DEVELOPMENT), dialect);
      }
    } finally {
      delete(folder);
    }
    terminal.say(
        String.format(Locale.ROOT, "Rehearsed %,d entities in each of two dialects.", requests));
    return 0;
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
