package io.weir.engine.disk;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Describes a disk failure in a text that is safe to show to clients: it names the file without its
 * folders. Any thread.
 */
public final class DiskFailure {

  /** A path of at least two names; also matches a word after a slash. */
  private static final Pattern PATH = Pattern.compile("(?<![\\w.-])/(?:[^/\\s]+/)+([^/\\s]*)");

  private DiskFailure() {}

  /**
   * Returns the root cause for people to read. A log may print the failure itself, which names the
   * path.
   */
  public static String told(Throwable failure) {
    var root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    if (root instanceof FileSystemException problem) {
      return reason(problem) + file(problem);
    }
    var message = root.getMessage();
    return message == null
        ? root.getClass().getSimpleName()
        : PATH.matcher(message).replaceAll("$1");
  }

  private static String reason(FileSystemException problem) {
    if (problem.getReason() != null) {
      return problem.getReason();
    }
    if (problem instanceof NoSuchFileException) {
      return "No such file";
    }
    if (problem instanceof FileAlreadyExistsException) {
      return "File exists";
    }
    return problem instanceof AccessDeniedException
        ? "Permission denied"
        : problem.getClass().getSimpleName();
  }

  private static String file(FileSystemException problem) {
    if (problem.getFile() == null) {
      return "";
    }
    var name = Path.of(problem.getFile()).getFileName();
    return name == null ? "" : " file=" + name;
  }
}
