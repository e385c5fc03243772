package io.weir.perf.value;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** The memory of a process that is no mapped file, as Linux counts it: {@code RssAnon} of {@code /proc/PID/status}. */
final class MemoryPeak {

  private static final Pattern ANONYMOUS = Pattern.compile("RssAnon:\\s+(\\d+) kB");
  private static final long KIB = 1024;

  private final Path status;
  private long bytes;

  MemoryPeak(Process process) {
    this.status = Path.of("/proc", Long.toString(process.pid()), "status");
  }

  /** Looks at the process now. A process that has ended changes nothing. */
  void look() throws IOException {
    try {
      var found = ANONYMOUS.matcher(Files.readString(status));
      if (found.find()) {
        bytes = Math.max(bytes, Long.parseLong(found.group(1)) * KIB);
      }
    } catch (NoSuchFileException ended) {
      bytes = Math.max(bytes, 0);
    }
  }

  /** Returns the most that was seen. */
  long bytes() {
    return bytes;
  }
}
