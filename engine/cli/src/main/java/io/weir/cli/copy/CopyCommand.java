package io.weir.cli.copy;

import io.weir.cli.archive.Destination;
import io.weir.cli.archive.Exporter;
import io.weir.cli.archive.Importer;
import io.weir.cli.archive.TransferCounts;
import io.weir.cli.options.CommonOptions;
import io.weir.cli.options.EndpointAccount;
import io.weir.cli.options.EndpointOptions;
import io.weir.cli.options.TableArgument;
import io.weir.cli.rows.Loader;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Persistence;
import io.weir.cli.terminal.Terminal;
import io.weir.client.WeirClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Copies tables from one service to another. */
@Command(
    name = "copy",
    sortOptions = false,
    description = {
      "Copy tables between two services of the table protocol, or between a service and the folder of an export.",
      "Entities replace those of the same keys; the target keeps all others. An interrupted copy continues when it is called again.",
      "With --follow the copy repeats what changes in the source, until nothing has changed for the time of --until-idle.",
      "When the source or the target restarts meanwhile, the copy waits and goes on from its place.",
      "At the end both sides are compared, property by property."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class CopyCommand implements Callable<Integer> {

  @Mixin
  private SourceOptions source = new SourceOptions();

  @Mixin
  private TargetOptions target = new TargetOptions();

  @Option(
      names = "--tables",
      split = ",",
      paramLabel = "TABLE",
      description = "The tables to copy, with commas between them. Default: all.")
  private List<String> tables = List.of();

  @Option(
      names = "--workers",
      paramLabel = "N",
      defaultValue = "4",
      description = "Ranges of keys that are read at a time, 1 to 64. Default: ${DEFAULT-VALUE}.")
  private int workers = 4;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "0",
      description = "Most entities a second that are copied. Default: ${DEFAULT-VALUE}, no limit.")
  private long rate;

  @Option(
      names = "--follow",
      description =
          "Repeat what changes in the source: by its change feed, or without one by scans for younger Timestamps, which see no removals.")
  private boolean follow;

  @Option(
      names = "--until-idle",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description =
          "With --follow: compare and end when nothing has changed for so long. 0 follows until it is interrupted. Default: ${DEFAULT-VALUE}.")
  private int idleSeconds = 10;

  @Option(
      names = "--sweep",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description =
          "With --follow and a source without a change feed: pause between two scans. Default: ${DEFAULT-VALUE}.")
  private int sweepSeconds = 10;

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      defaultValue = "600",
      description =
          "How long to try again when the source or the target does not answer any more, as while it restarts. 0 ends at once. Default: ${DEFAULT-VALUE}.")
  private int patienceSeconds = 600;

  @Option(names = "--no-compare", description = "Do not compare both sides at the end.")
  private boolean leavesOutComparison;

  @Option(
      names = "--no-policies",
      description = "Do not copy the stored access policies of tables.")
  private boolean leavesOutPolicies;

  @Option(
      names = "--journal",
      paramLabel = "FILE",
      defaultValue = "weir-copy.journal",
      description =
          "The file that records the progress. The same command continues there after an interruption. Default: ${DEFAULT-VALUE}.")
  private Path journal = Path.of("weir-copy.journal");

  @Mixin
  private CommonOptions common = new CommonOptions();

  private final Terminal terminal;

  public CopyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    require(workers >= 1 && workers <= 64, "--workers is 1 to 64.");
    require(rate >= 0, "--rate is 0 or more.");
    require(idleSeconds >= 0, "--until-idle is 0 or more.");
    require(sweepSeconds >= 1, "--sweep is 1 or more.");
    require(patienceSeconds >= 0, "--patience is 0 or more.");
    var from = source.place();
    var to = target.place();
    if (from.service().isPresent() && to.service().isPresent()) {
      copy(from.service().get(), to.service().get());
    } else {
      copyFolder(from, to);
    }
    return 0;
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw CommandFailure.wrongUsage(otherwise);
    }
  }

  private void copy(EndpointOptions from, EndpointOptions to) throws IOException {
    require(
        !from.endpoint().equals(to.endpoint()), "The source and the target are the same account.");
    try (var reading = from.connect();
        var writing = to.connect()) {
      var settings = new ServiceCopy.Settings(
          tables.stream().map(TableArgument::named).toList(),
          workers,
          rate,
          follow ? Optional.of(Duration.ofSeconds(idleSeconds)) : Optional.empty(),
          Duration.ofSeconds(sweepSeconds),
          !leavesOutComparison,
          persistence());
      var progress = CopyJournal.open(journal, from.endpoint(), to.endpoint());
      new ServiceCopy(
              reading, writing, policies(from, reading, to, writing), settings, progress, terminal)
          .run();
    }
  }

  private Persistence persistence() {
    return new Persistence(
        patienceSeconds > 0,
        Duration.ofSeconds(patienceSeconds),
        Persistence.Time.SYSTEM,
        terminal);
  }

  private Optional<PolicyCopy> policies(
      EndpointOptions from, WeirClient reading, EndpointOptions to, WeirClient writing) {
    return leavesOutPolicies
        ? Optional.empty()
        : Optional.of(new PolicyCopy(
            from.policies(reading, terminal::remark),
            to.policies(writing, terminal::remark),
            terminal::remark));
  }

  private void copyFolder(CopyPlace from, CopyPlace to) throws IOException {
    require(
        tables.isEmpty() && rate == 0 && !follow && !leavesOutPolicies,
        "--tables, --rate, --follow and --no-policies are for copies between two services.");
    if (from.service().isPresent()) {
      write(from.service().get(), folder(to));
    } else {
      read(
          folder(from),
          to.service()
              .orElseThrow(
                  () -> CommandFailure.wrongUsage(
                      "One of the two places is a service; copy folders with the tools of the system.")));
    }
  }

  private static Path folder(CopyPlace place) {
    return place.folder().orElseThrow();
  }

  private void write(EndpointOptions from, Path folder) throws IOException {
    try (var reading = from.connect()) {
      var account = new EndpointAccount(
          from.sharedKey().account(), reading, from.policies(reading, terminal::remark));
      say(Exporter.run(account, folder, terminal.progress(), terminal::remark));
    }
  }

  private void read(Path folder, EndpointOptions to) throws IOException {
    require(
        Importer.isArchive(folder), folder + " is no folder that 'weir export' wrote to its end.");
    require(
        Importer.accountsIn(folder).size() == 1,
        "The folder holds several accounts; use 'weir import' with --from-account.");
    try (var writing = to.connect()) {
      var destination = new Destination(writing, to.policies(writing, terminal::remark));
      say(Importer.run(
          folder,
          account -> Optional.of(destination),
          Loader.USUAL_IN_FLIGHT,
          journal,
          to.endpoint(),
          terminal.progress(),
          terminal::remark));
    }
  }

  private void say(TransferCounts done) {
    terminal.say(String.format(
        Locale.ROOT, "Copied %,d entities of %,d tables.", done.entities(), done.tables()));
  }
}
