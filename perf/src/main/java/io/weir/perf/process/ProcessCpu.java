package io.weir.perf.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The processor time that Linux counts for a process.
 *
 * @param withStarted whether running descendants count as well
 */
record ProcessCpu(ProcessHandle process, boolean withStarted) implements Cpu {

  /**
   * One tick of {@code utime} and {@code stime}: proc(5); Linux reports 100 ticks a second to all
   * programs.
   */
  private static final Duration TICK = Duration.ofMillis(10);

  /**
   * Matches the thread names of HotSpot's JIT compilers: {@code C1 CompilerThread0}, cut to 15
   * characters.
   */
  private static final Pattern COMPILER = Pattern.compile("\\(C[12] Compiler");

  @Override
  public Duration used() {
    return sum(one -> one.info().totalCpuDuration().orElse(Duration.ZERO));
  }

  @Override
  public Duration compiling() {
    return sum(ProcessCpu::compiling);
  }

  private Duration sum(Function<ProcessHandle, Duration> part) {
    var started = withStarted ? process.descendants() : Stream.<ProcessHandle>empty();
    return Stream.concat(Stream.of(process), started)
        .map(part)
        .reduce(Duration.ZERO, Duration::plus);
  }

  private static Duration compiling(ProcessHandle process) {
    var threads = Path.of("/proc", Long.toString(process.pid()), "task");
    try (var folders = Files.list(threads)) {
      return folders.map(ProcessCpu::ofCompiler).reduce(Duration.ZERO, Duration::plus);
    } catch (IOException | UncheckedIOException ended) {
      return Duration.ZERO; // the process ended while its threads were listed, or this is not Linux
    }
  }

  /** Returns zero for a thread that does not compile or has just ended. */
  private static Duration ofCompiler(Path thread) {
    try {
      var line = Files.readString(thread.resolve("stat"));
      return COMPILER.matcher(line).find() ? TICK.multipliedBy(ticks(line)) : Duration.ZERO;
    } catch (IOException ended) {
      return Duration.ZERO;
    }
  }

  /**
   * Parses a line of {@code /proc/PID/task/TID/stat}: the sum of fields 14 and 15, counted after
   * the name, which may hold any character.
   */
  static long ticks(String line) {
    var fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
    return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
  }
}
