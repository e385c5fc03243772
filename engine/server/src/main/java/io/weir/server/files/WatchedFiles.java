package io.weir.server.files;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A set of files that is reloaded after a change.
 *
 * <p>Used by one thread at a time: the one that calls {@link #check}, which reads files. If a
 * reload fails, the failure is logged once and the previous content stays in use until the files
 * change again. Two files can therefore be replaced one after the other.
 */
public final class WatchedFiles implements Refreshable {

  private static final Logger LOG = LoggerFactory.getLogger(WatchedFiles.class);

  private static final Duration INTERVAL = Duration.ofSeconds(2);

  private final List<Path> files;
  private final Reload reload;
  private List<FileStamp> lastStamps;

  /** Reads the files and puts their content into use. */
  @FunctionalInterface
  public interface Reload {

    /**
     * Fails if the content cannot be used. In that case it must leave the previous content in use.
     */
    void run() throws IOException;
  }

  /** Watches files whose current content is already in use. Blocks. */
  public WatchedFiles(List<Path> files, Reload reload) {
    this.files = List.copyOf(files);
    this.reload = reload;
    this.lastStamps = stamps();
  }

  @Override
  public Duration interval() {
    return INTERVAL;
  }

  /** Returns whether the files have changed and the new content is in use. */
  @Override
  public boolean check() {
    var found = stamps();
    if (found.equals(lastStamps)) {
      return false;
    }
    lastStamps = found;
    try {
      reload.run();
      LOG.info("reload succeeded files={}", files);
      return true;
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "reload failed, previous content stays in use files={} reason={}", files, e.getMessage());
      return false;
    }
  }

  private List<FileStamp> stamps() {
    return files.stream()
        .map(Path::toFile)
        .map(file -> new FileStamp(file.lastModified(), file.length()))
        .toList();
  }

  /**
   * Identifies a version of a file without reading it. Both values are 0 if the file is missing.
   */
  private record FileStamp(long millis, long bytes) {}
}
