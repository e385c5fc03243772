package io.weir.engine.store.residence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the page faults of this process that waited for a disk, where the system tells them.
 *
 * <p>Runs on: a thread that may block; one at a time.
 */
public final class MajorFaults {

  private static final Logger LOG = LoggerFactory.getLogger(MajorFaults.class);

  /** Linux: see proc(5). The name of the process, in brackets, may hold spaces. */
  private static final Path STAT = Path.of("/proc/self/stat");

  private static final int FIELD_AFTER_NAME = 10;

  private final Path stat;
  private long last;

  private MajorFaults(Path stat) {
    this.stat = stat;
    this.last = total();
  }

  /** Returns the counter of this process. It counts nothing on a system without such a file. */
  public static MajorFaults ofProcess() {
    return new MajorFaults(STAT);
  }

  static MajorFaults of(Path stat) {
    return new MajorFaults(stat);
  }

  /** Returns the number of faults since the last call. */
  long sinceLastLook() {
    long now = total();
    long since = Math.max(0, now - last);
    last = now;
    return since;
  }

  private long total() {
    try {
      String line = Files.isReadable(stat) ? Files.readString(stat) : "";
      String[] fields = line.substring(line.lastIndexOf(')') + 1).trim().split(" ", -1);
      return fields.length > FIELD_AFTER_NAME ? Long.parseLong(fields[FIELD_AFTER_NAME - 1]) : 0;
    } catch (IOException | NumberFormatException e) {
      LOG.debug("the page faults of the process are unknown", e);
      return last;
    }
  }
}
