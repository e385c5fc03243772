package io.weir.perf.endurance;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.perf.process.JavaCommand;
import io.weir.perf.workload.Round;
import io.weir.perf.workload.RoundClock;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A {@link GrowthProcess} from its start to its end.
 *
 * @param numbers that it printed, by name
 */
record Life(Map<String, Double> numbers) {

  /** Its length in seconds, without that of the JVM's start. */
  static final String SECONDS = "seconds";

  /** Operations of that time. */
  static final String OPERATIONS = "operations";

  /** Processor time of that time. */
  static final String CPU_SECONDS = "cpuSeconds";

  private static final String NUMBER = "number ";

  /** Prints a number for the parent. */
  static void tell(String name, double value) {
    System.out.println(NUMBER + name + "=" + value);
  }

  /**
   * Runs a process and blocks until it has ended. Fails with its output if it does not end as it
   * should.
   *
   * @param heap option of its JVM
   * @param around puts its command into a group
   */
  static Life live(String heap, UnaryOperator<List<String>> around, List<String> arguments)
      throws IOException {
    var command =
        JavaCommand.of(List.of(heap), GrowthProcess.class, arguments.toArray(String[]::new));
    var process =
        new ProcessBuilder(around.apply(command)).redirectErrorStream(true).start();
    try {
      var output = new String(process.getInputStream().readAllBytes(), UTF_8);
      var status = process.waitFor();
      if (status != 0 && status != GrowthProcess.HALTED) {
        throw new IOException(
            "a process failed status=" + status + " arguments=" + arguments + " output=" + output);
      }
      return new Life(numbersOf(output));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a process ran", e);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static Map<String, Double> numbersOf(String output) {
    var numbers = new LinkedHashMap<String, Double>();
    output
        .lines()
        .filter(line -> line.startsWith(NUMBER))
        .map(line -> line.substring(NUMBER.length()))
        .forEach(line -> {
          var equals = line.lastIndexOf('=');
          numbers.put(line.substring(0, equals), Double.valueOf(line.substring(equals + 1)));
        });
    return numbers;
  }

  /** Returns what it printed as a round. A single operation has lasted as long as the round. */
  Round round() {
    var operations = numbers.getOrDefault(OPERATIONS, 1.0).longValue();
    var seconds = numbers.getOrDefault(SECONDS, 0.0);
    var latency = RoundClock.latencies();
    if (operations == 1) {
      latency.recordValue((long) (seconds * 1e9));
    }
    var further = new LinkedHashMap<>(numbers);
    further.keySet().removeAll(List.of(SECONDS, OPERATIONS, CPU_SECONDS));
    return new Round(
        seconds,
        operations,
        operations,
        Map.of(),
        numbers.getOrDefault(CPU_SECONDS, 0.0),
        0,
        latency,
        further);
  }
}
