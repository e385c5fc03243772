package io.weir.engine.disk;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Tells strangers what went wrong on the disk: the file by its name, without the folders that it is in. Any thread. */
public final class DiskFailure {

  /** A path of two names at least; one may be a word that has a slash in front. */
  private static final Pattern PATH = Pattern.compile("(?<![\\w.-])/(?:[^/\\s]+/)+([^/\\s]*)");

  private DiskFailure() {}

  /** What went wrong in the first place, for people to read. A log may print the failure itself, which names the path. */
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
