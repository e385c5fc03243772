package io.weir.perf.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What Linux accounts to a process.
 *
 * @param withStarted and to all that it started and that still run
 */
record ProcessCpu(ProcessHandle process, boolean withStarted) implements Cpu {

  /** One tick of {@code utime} and {@code stime}: proc(5); Linux tells all programs of a hundred a second. */
  private static final Duration TICK = Duration.ofMillis(10);

  /** How names of threads of the JIT compilers of HotSpot begin: {@code C1 CompilerThread0}, cut to 15 letters. */
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
      return Duration.ZERO; // before or while its threads were listed; or this is no Linux
    }
  }

  /** None of a thread that is none, or has just ended. */
  private static Duration ofCompiler(Path thread) {
    try {
      var line = Files.readString(thread.resolve("stat"));
      return COMPILER.matcher(line).find() ? TICK.multipliedBy(ticks(line)) : Duration.ZERO;
    } catch (IOException ended) {
      return Duration.ZERO;
    }
  }

  /** Of a line of {@code /proc/PID/task/TID/stat}: behind the name, which may hold anything, fields 14 and 15 of it. */
  static long ticks(String line) {
    var fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
    return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
  }
}
