package io.weir.server.files;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files of which changed content is put in force.
 *
 * <p>Owned by whoever calls {@link #check}, one thread at a time; it reads files. Content that cannot be used changes nothing: it is
 * logged once, and what was in force stays until the files change again. So two files may be replaced one after the other.
 */
public final class WatchedFiles implements Refreshable {

  private static final Logger LOG = LoggerFactory.getLogger(WatchedFiles.class);

  private static final Duration INTERVAL = Duration.ofSeconds(2);

  private final List<Path> files;
  private final Reload reload;
  private List<FileStamp> applied;

  /** Reads files again and puts what they hold in force. */
  @FunctionalInterface
  public interface Reload {

    /** Fails when the content cannot be used; then nothing must have changed. */
    void run() throws IOException;
  }

  /** Watches files whose content is in force as they are now. Blocks. */
  public WatchedFiles(List<Path> files, Reload reload) {
    this.files = List.copyOf(files);
    this.reload = reload;
    this.applied = stamps();
  }

  @Override
  public Duration interval() {
    return INTERVAL;
  }

  /** Whether files had changed and what they hold is in force now. */
  @Override
  public boolean check() {
    var found = stamps();
    if (found.equals(applied)) {
      return false;
    }
    applied = found;
    try {
      reload.run();
      LOG.info("Changed files are in force. files={}", files);
      return true;
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "Changed files cannot be used; what was in force before stays so. files={} reason={}",
          files,
          e.getMessage());
      return false;
    }
  }

  private List<FileStamp> stamps() {
    return files.stream()
        .map(Path::toFile)
        .map(file -> new FileStamp(file.lastModified(), file.length()))
        .toList();
  }

  /** What tells a file from its successor without reading it; zeros for one that is missing. */
  private record FileStamp(long millis, long bytes) {}
}
