package io.weir.perf;

import io.weir.perf.machine.Environment;
import io.weir.perf.compare.CompareCommand;
import io.weir.perf.compare.GuardCommand;
import io.weir.perf.endpoint.BulkRun;
import io.weir.perf.endpoint.EndpointRun;
import io.weir.perf.endpoint.StreamRun;
import io.weir.perf.engine.run.BenchmarkRunner;
import io.weir.perf.engine.run.EngineRun;
import io.weir.perf.engine.run.StartRun;
import io.weir.perf.process.JavaCommand;
import io.weir.perf.result.ResultTable;
import io.weir.perf.soak.Soak;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import picocli.CommandLine;

/**
 * Runs one command and prints its results as Markdown.
 *
 * <pre>
 * java -jar perf/target/perf.jar compare --short     Weir beside every installed server, 40 minutes
 * java -jar perf/target/perf.jar guard               this build beside a stored baseline, 4 minutes
 * java -jar perf/target/perf.jar engine --short      the embedded engine beside RocksDB and LMDB, 15 minutes
 * java -jar perf/target/perf.jar engine              the same tasks for longer, an hour
 * java -jar perf/target/perf.jar endpoint            point reads over HTTP, 2 minutes
 * java -jar perf/target/perf.jar stream              streams of a table, beside PostgreSQL's cursor and pages
 * java -jar perf/target/perf.jar bulk                durable bulk writes, beside single requests and PostgreSQL
 * java -jar perf/target/perf.jar soak                mixed load, stops and kills, 30 minutes
 * java -jar perf/target/perf.jar start --entities 10000000
 *                                                    starts of a store, after a stop and after a crash
 * java -jar perf/target/perf.jar RangeScan -p entities=1000000
 *                                                    one benchmark, with the options of JMH
 * </pre>
 */
public final class Perf {

  private static final String ENGINE = "engine";
  private static final String SHORT = "--short";
  private static final String ENDPOINT = "endpoint";
  private static final String STREAM = "stream";
  private static final String BULK = "bulk";
  private static final String SOAK = "soak";
  private static final String START = "start";
  private static final String COMPARE = "compare";
  private static final String GUARD = "guard";

  /** The property that keeps SLF4J from reporting that it has no logger, which is intended here. */
  private static final String LOGGING_SAYS = "slf4j.internal.verbosity";

  private Perf() {}

  public static void main(String[] args)
      throws IOException, RunnerException, CommandLineOptionException {
    System.setProperty(JavaCommand.LEAK_DETECTION, "disabled");
    System.setProperty(LOGGING_SAYS, "ERROR");
    var asked = List.of(args);
    var command = asked.isEmpty() ? Optional.<CommandLine>empty() : command(asked.get(0));
    if (command.isPresent()) {
      var options = asked.subList(1, asked.size()).toArray(String[]::new);
      System.exit(command.get().execute(options));
    }
    System.out.printf("%n%s%n", report(asked));
  }

  /** Returns the command of this name if it parses its own options. */
  private static Optional<CommandLine> command(String name) {
    return switch (name) {
      case COMPARE -> Optional.of(new CommandLine(new CompareCommand()));
      case GUARD -> Optional.of(new CommandLine(new GuardCommand()));
      case SOAK -> Optional.of(new CommandLine(new Soak()));
      case START -> Optional.of(new CommandLine(new StartRun()));
      default -> Optional.empty();
    };
  }

  private static String report(List<String> asked)
      throws IOException, RunnerException, CommandLineOptionException {
    if (asked.contains(ENGINE)) {
      return EngineRun.report(asked.contains(SHORT), System.out);
    }
    if (asked.contains(STREAM)) {
      return Environment.now("", "", 0).describe() + "\n\n" + new ResultTable(StreamRun.standard().run());
    }
    if (asked.contains(BULK)) {
      return Environment.now("", "", 0).describe() + "\n\n" + new ResultTable(BulkRun.standard().run());
    }
    var table = asked.contains(ENDPOINT)
        ? new ResultTable(EndpointRun.standard().run()).toString()
        : BenchmarkRunner.run(new CommandLineOptions(asked.toArray(String[]::new)));
    return Environment.now("", "", 0).describe() + "\n\n" + table;
  }
}
