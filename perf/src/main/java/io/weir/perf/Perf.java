package io.weir.perf;

import io.weir.perf.endpoint.EndpointRun;
import io.weir.perf.soak.Soak;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import picocli.CommandLine;

/**
 * Runs what is asked for and prints a table.
 *
 * <pre>
 * java -jar perf/target/perf.jar                               everything, about four minutes
 * java -jar perf/target/perf.jar endpoint                      requests over HTTP alone
 * java -jar perf/target/perf.jar soak                          half an hour of mixed load, stops and kills
 * java -jar perf/target/perf.jar RangeScan -p entities=1000000 benchmarks by JMH's own options
 * </pre>
 */
public final class Perf {

  private static final String ENDPOINT = "endpoint";
  private static final String SOAK = "soak";

  private Perf() {}

  public static void main(String[] args)
      throws IOException, RunnerException, CommandLineOptionException {
    var asked = List.of(args);
    if (!asked.isEmpty() && asked.get(0).equals(SOAK)) {
      var options = asked.subList(1, asked.size()).toArray(String[]::new);
      System.exit(new CommandLine(new Soak()).execute(options));
    }
    var lines = new ArrayList<Line>();
    if (!asked.contains(ENDPOINT)) {
      lines.addAll(Benchmarks.run(new CommandLineOptions(args)));
    }
    if (asked.isEmpty() || asked.contains(ENDPOINT)) {
      lines.addAll(EndpointRun.standard().run());
    }
    print(System.out, lines);
  }

  private static void print(PrintStream out, List<Line> lines) {
    var system = ManagementFactory.getOperatingSystemMXBean();
    out.printf(
        "%nJDK %s, %d cores, load average at the end %.1f%n%n%s",
        Runtime.version(),
        system.getAvailableProcessors(),
        system.getSystemLoadAverage(),
        new ResultTable(lines));
  }
}
