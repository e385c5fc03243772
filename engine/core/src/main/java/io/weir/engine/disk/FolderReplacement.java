package io.weir.engine.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;

/**
 * The replacement of a folder by another one beside it, in two renames: the old one becomes
 * {@code NAME.old}, {@code NAME.new} becomes the folder.
 *
 * <p>A crash between the two leaves no folder of the name. {@link #finish} then makes the second
 * rename. Blocks.
 *
 * @param folder the folder that is replaced
 */
public record FolderReplacement(Path folder) {

  /** The file that marks a folder which is being prepared, and says when it is complete. */
  private static final String MARKER = "REPLACEMENT";

  private static final String PREPARING = "preparing";
  private static final String COMPLETE = "complete";

  public FolderReplacement {
    folder = folder.toAbsolutePath().normalize();
  }

  /** Returns the folder that takes the place of the old one. */
  public Path next() {
    return beside(".new");
  }

  /** Returns where the old folder is kept. */
  public Path old() {
    return beside(".old");
  }

  private Path beside(String suffix) {
    return folder.resolveSibling(folder.getFileName() + suffix);
  }

  /** Whether the folder can be renamed: it is not the root of a file system. */
  public boolean isPossible() throws IOException {
    return Files.getFileStore(folder)
        .equals(Files.getFileStore(folder.resolve("..").normalize()));
  }

  /** Whether {@link #next} is a folder that {@link #prepare} began, so that it may be deleted. */
  public boolean isPrepared() {
    return Files.exists(next().resolve(MARKER));
  }

  /** Creates {@link #next}, and marks it as one that is not complete. */
  public void prepare() throws IOException {
    new SmallFile(FolderOnDisk.in(next()), MARKER).write(PREPARING);
  }

  /** Replaces the folder. {@link #old} does not exist, {@link #next} is complete and durable. */
  public void run() throws IOException {
    new SmallFile(FolderOnDisk.in(next()), MARKER).write(COMPLETE);
    move(folder, old());
    replace();
  }

  /** Whether a crash prevented the second rename. */
  public boolean isInterrupted() throws IOException {
    return Files.notExists(folder)
        && isPrepared()
        && Files.exists(old())
        && new SmallFile(FolderOnDisk.in(next()), MARKER).read().equals(COMPLETE);
  }

  /** Makes the second rename if a crash prevented it. */
  public void finish() throws IOException {
    if (isInterrupted()) {
      replace();
    }
  }

  private void replace() throws IOException {
    move(next(), folder);
    FolderOnDisk.in(folder).delete(MARKER);
  }

  private static void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    FolderOnDisk.forceFolder(to.resolve("..").normalize());
  }

  /**
   * Deletes a folder with all that is in it. The file goes first that makes it what it is. Does
   * nothing when there is no folder.
   */
  public static void delete(Path folder, String firstFile) throws IOException {
    if (Files.notExists(folder)) {
      return;
    }
    Files.deleteIfExists(folder.resolve(firstFile));
    try (var paths = Files.walk(folder)) {
      for (var each : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
