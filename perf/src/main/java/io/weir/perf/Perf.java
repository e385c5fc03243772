package io.weir.perf;

import io.weir.perf.compare.CompareCommand;
import io.weir.perf.compare.GuardCommand;
import io.weir.perf.compare.OverHttp;
import io.weir.perf.endurance.GrowthCommand;
import io.weir.perf.endurance.Soak;
import io.weir.perf.engine.run.BenchmarkRunner;
import io.weir.perf.engine.run.EngineRun;
import io.weir.perf.engine.run.StartRun;
import io.weir.perf.feed.FeedCommand;
import io.weir.perf.node.NodesCommand;
import io.weir.perf.pattern.PatternsCommand;
import io.weir.perf.process.Environment;
import io.weir.perf.process.JavaCommand;
import io.weir.perf.scenario.RunOptions;
import io.weir.perf.service.BalanceCommand;
import io.weir.perf.service.FairnessCommand;
import io.weir.perf.service.TailsCommand;
import io.weir.perf.service.ValuesCommand;
import java.io.IOException;
import java.util.List;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Runs one command and prints its results as Markdown. Arguments that begin with no command are
 * options of JMH.
 *
 * <pre>
 * java -jar perf/target/perf.jar --help              all commands
 * java -jar perf/target/perf.jar RangeScan -p entities=1000000
 *                                                    one benchmark, with the options of JMH
 * </pre>
 */
@Command(
    name = "perf.jar",
    mixinStandardHelpOptions = true,
    subcommands = {
      BalanceCommand.class,
      CompareCommand.class,
      FairnessCommand.class,
      FeedCommand.class,
      GrowthCommand.class,
      GuardCommand.class,
      NodesCommand.class,
      PatternsCommand.class,
      Soak.class,
      StartRun.class,
      TailsCommand.class,
      ValuesCommand.class
    },
    description = "Measure Weir beside other stores, on the same data in the same run.",
    footer = {
      "Any other argument is the name of a benchmark or an option of JMH, for instance:",
      "  java -jar perf/target/perf.jar PointRead -p entities=1000000",
      "  java -jar perf/target/perf.jar -h"
    })
public final class Perf {

  /** The property that keeps SLF4J from reporting that it has no logger, which is intended here. */
  private static final String LOGGING_SAYS = "slf4j.internal.verbosity";

  private static final List<String> HELP = List.of("--help", "-V", "--version");

  private Perf() {}

  public static void main(String[] args)
      throws IOException, RunnerException, CommandLineOptionException {
    System.setProperty(JavaCommand.LEAK_DETECTION, "disabled");
    System.setProperty(LOGGING_SAYS, "ERROR");
    var command = new CommandLine(new Perf());
    if (args.length > 0
        && (HELP.contains(args[0]) || command.getSubcommands().containsKey(args[0]))) {
      System.exit(command.execute(args));
    }
    var options = new CommandLineOptions(args);
    if (options.shouldHelp()) {
      options.showHelp();
    } else if (options.shouldList()) {
      new Runner(options).list();
    } else {
      print(BenchmarkRunner.run(options));
    }
  }

  @Command(
      name = "engine",
      mixinStandardHelpOptions = true,
      description = "Measure every task of the embedded engine beside RocksDB and LMDB.")
  void engine(
      @Option(
              names = "--short",
              description = "Measure for a quarter of an hour instead of an hour.")
          boolean isShort)
      throws IOException, RunnerException {
    System.out.printf("%n%s%n", EngineRun.report(isShort, System.out));
  }

  @Command(
      name = "endpoint",
      mixinStandardHelpOptions = true,
      description = "Measure point reads over HTTP beside a bare endpoint, in two minutes.")
  int endpoint(@Mixin RunOptions options) throws IOException {
    return OverHttp.reads(options);
  }

  @Command(
      name = "stream",
      mixinStandardHelpOptions = true,
      description = "Measure streams of a table beside a bare endpoint, PostgreSQL's cursor and the"
          + " emulator's pages.")
  int stream(@Mixin RunOptions options) throws IOException {
    return OverHttp.streams(options);
  }

  @Command(
      name = "bulk",
      mixinStandardHelpOptions = true,
      description = "Measure durable bulk writes beside single requests and PostgreSQL.")
  int bulk(@Mixin RunOptions options) throws IOException {
    return OverHttp.bulkWrites(options);
  }

  private static void print(String table) {
    System.out.printf("%n%s%n%n%s%n", Environment.now("", "", 0).describe(), table);
  }
}
