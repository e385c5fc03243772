package io.weir.perf.service;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Processor time of a server's loops, as Linux accounts it for each thread, in nanoseconds. Any
 * thread.
 *
 * <p>It shows how much a loop did before it came to a read, even if other programs have the
 * processors for most of the time.
 */
record LoopTime(List<Path> loops) {

  private static final String LOOP = "weir-loop-";

  LoopTime {
    loops = List.copyOf(loops);
  }

  /** Returns the time of the running loops of a process; of none if the system does not tell. */
  static LoopTime of(ProcessHandle server) throws IOException {
    var tasks = Path.of("/proc", Long.toString(server.pid()), "task");
    if (!Files.isDirectory(tasks)) {
      return new LoopTime(List.of());
    }
    try (var all = Files.list(tasks)) {
      return new LoopTime(all.filter(LoopTime::isLoop)
          .map(task -> task.resolve("schedstat"))
          .filter(Files::isReadable)
          .toList());
    }
  }

  /** Returns the processor time of each loop so far. */
  long[] nanos() {
    return loops.stream().mapToLong(LoopTime::nanos).toArray();
  }

  /** Returns the processor time since then of the loop that worked most. */
  long mostSince(long[] earlier) {
    var now = nanos();
    var most = 0L;
    for (var i = 0; i < now.length; i++) {
      most = Math.max(most, now[i] - earlier[i]);
    }
    return most;
  }

  /** Returns the first of three numbers. */
  private static long nanos(Path schedstat) {
    try {
      var text = Files.readString(schedstat, US_ASCII);
      return Long.parseLong(text.substring(0, text.indexOf(' ')));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isLoop(Path task) {
    try {
      return Files.readString(task.resolve("comm"), US_ASCII).startsWith(LOOP);
    } catch (IOException ended) {
      return false;
    }
  }
}
