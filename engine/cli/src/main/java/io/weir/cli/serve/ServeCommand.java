package io.weir.cli.serve;

import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Serves a store until a signal stops the process. */
@Command(
    name = "serve",
    sortOptions = false,
    description = "Serve the tables of a store over HTTP/1.1 and HTTP/2, until Ctrl-C or SIGTERM.",
    footer = {
      "",
      "Memory: the heap is that of the JVM's option -Xmx. The log shows its budget at the start. Heap of one:",
      "  connection 8 KiB   request in progress 4 KiB, and its body",
      "  change feed 8 KiB  waiting take 2 KiB, each besides its connection and request",
      "  backfill of an index 16 KiB; of a unique index 2 MiB",
      "Give 24 MiB and 8/3 of what your clients need; for 1,000 connections with a feed each 80 MiB."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class ServeCommand implements Callable<Integer> {

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "weir-data",
      description = "Folder of the store; created if absent. Default: ./${DEFAULT-VALUE}.")
  private Path data = Path.of("weir-data");

  @Option(
      names = "--backup-dir",
      paramLabel = "DIR",
      description = "Folder for the backups of 'weir backup'; created if absent."
          + " Default: none; the service refuses backups.")
  private @Nullable Path backupDir;

  @Option(
      names = "--store",
      paramLabel = "URL",
      description =
          "Serve a store that is not a folder of this machine:"
              + " hbase://HOST[:PORT],...[/NAMESPACE], with weir-hbase.jar. In place of --data. Default: none.")
  private @Nullable URI store;

  @Mixin
  private ServeOptions options = new ServeOptions();

  @Mixin
  private ArchivingOptions archive = new ArchivingOptions();

  @Mixin
  private NodeOptions node = new NodeOptions();

  @Mixin
  private AccountListOptions many = new AccountListOptions();

  @Spec
  private CommandSpec spec = CommandSpec.create();

  private final Terminal terminal;

  public ServeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    var accounts = many.read();
    var served = accounts.isPresent() ? accounts.get() : options.ownAccount();
    try (var service = open(served)) {
      terminal.say("Weir serves " + service.url(served.first()) + " ("
          + options.description(served)
          + "). Stop it with Ctrl-C.");
      service
          .readinessUrl()
          .ifPresent(url -> terminal.remark("Readiness is answered at " + url + " as well."));
      service.awaitStop(terminal);
      return 0;
    }
  }

  private LocalService open(ServedAccounts served) throws IOException {
    if (store == null) {
      return options.open(data, Optional.ofNullable(backupDir), archive, node, served, terminal);
    }
    var given = spec.commandLine().getParseResult();
    Stream.of(
            Stream.of("--data", "--backup-dir"),
            ArchivingOptions.names(),
            EngineOptions.names(),
            NodeOptions.names())
        .flatMap(names -> names)
        .filter(given::hasMatchedOption)
        .findFirst()
        .ifPresent(option -> {
          throw CommandFailure.wrongUsage(
              option
                  + " belongs to a store in a folder, and --store names another kind. Give one of them.");
        });
    return options.open(store, served, terminal);
  }
}
