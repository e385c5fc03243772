package io.weir.engine.log.append;

import io.weir.engine.disk.Folder;
import io.weir.engine.log.LogConfig;
import io.weir.engine.log.LogCounters;
import io.weir.engine.log.LogEnd;
import io.weir.engine.log.LogEnvironment;
import io.weir.engine.log.LogFolder;
import io.weir.engine.log.LogPayload;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * A log that is written once, from its beginning to its end, and closed. Nothing is durable before
 * {@link #close}.
 *
 * <p>Belongs to one thread, which blocks on the disk.
 */
public final class NewLog {

  /** Runs nothing: a log that is written once and closed needs no segments ahead of time. */
  private static final Executor NONE = task -> {
    throw new RejectedExecutionException();
  };

  private final LogWriter writer;

  private NewLog(LogWriter writer) {
    this.writer = writer;
  }

  /**
   * Creates a log in an empty folder.
   *
   * @param from the position of its first record
   * @param sequence the number of its first record
   */
  public static NewLog create(Folder files, LogConfig config, long from, long sequence)
      throws IOException {
    LogEnvironment environment = new LogEnvironment(files, NONE, System::nanoTime);
    LogFolder folder = new LogFolder(environment, config);
    LogEnd start = LogEnd.ofEmpty(folder.finish(SpareSegment.prepareNow(folder), from, sequence));
    return new NewLog(new LogWriter(folder, start, environment, new LogCounters()));
  }

  /** Appends a record. */
  public void append(LogPayload payload) throws IOException {
    writer.append(payload);
  }

  /** Makes the log durable, closes it, and returns the position of its end. */
  public long close() throws IOException {
    long end = writer.position();
    writer.close();
    return end;
  }

  /**
   * Closes the files of a log that will not be used. What fails is added to the failure that caused
   * this.
   */
  public void abandon(Exception failure) {
    writer.abandon(failure);
  }
}
