package io.weir.perf;

import io.weir.perf.compare.CompareCommand;
import io.weir.perf.compare.GuardCommand;
import io.weir.perf.endpoint.BulkRun;
import io.weir.perf.endpoint.EndpointRun;
import io.weir.perf.endpoint.StreamRun;
import io.weir.perf.engine.run.BenchmarkRunner;
import io.weir.perf.engine.run.EngineRun;
import io.weir.perf.engine.run.StartRun;
import io.weir.perf.machine.Machine;
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
 * Runs what is asked for and prints tables of Markdown.
 *
 * <pre>
 * java -jar perf/target/perf.jar compare --short     Weir beside everything that is installed, forty minutes
 * java -jar perf/target/perf.jar guard               what is built beside a stored baseline, four minutes
 * java -jar perf/target/perf.jar engine --short      every task on every store, a quarter of an hour
 * java -jar perf/target/perf.jar engine              the same for longer, an hour
 * java -jar perf/target/perf.jar endpoint            requests over HTTP, two minutes
 * java -jar perf/target/perf.jar stream              one stream of a table, beside PostgreSQL's cursor and pages
 * java -jar perf/target/perf.jar bulk                durable bulk writes, beside single requests and PostgreSQL
 * java -jar perf/target/perf.jar soak                half an hour of mixed load, stops and kills
 * java -jar perf/target/perf.jar start --entities 10000000
 *                                                    starts of a store, as it was left and rebuilt
 * java -jar perf/target/perf.jar RangeScan -p entities=1000000
 *                                                    benchmarks by JMH's own options
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

  /** How much SLF4J says of itself: not that there is nobody to log, which is how things are measured. */
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

  /** What has options of its own. */
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
      return Machine.describe() + "\n\n" + new ResultTable(StreamRun.standard().run());
    }
    if (asked.contains(BULK)) {
      return Machine.describe() + "\n\n" + new ResultTable(BulkRun.standard().run());
    }
    var table = asked.contains(ENDPOINT)
        ? new ResultTable(EndpointRun.standard().run()).toString()
        : BenchmarkRunner.run(new CommandLineOptions(asked.toArray(String[]::new)));
    return Machine.describe() + "\n\n" + table;
  }
}
