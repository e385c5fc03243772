package io.weir.engine.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;

/**
 * The replacement of a folder by another one beside it, in two renames: the old one becomes {@code NAME.old}, {@code NAME.new} becomes the
 * folder.
 *
 * <p>A crash between the two leaves no folder of the name. {@link #finish} then makes the second rename. Blocks.
 *
 * @param folder the folder that is replaced
 */
public record FolderReplacement(Path folder) {

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

  /** Replaces the folder. {@link #old} does not exist, {@link #next} is complete and durable. */
  public void run() throws IOException {
    move(folder, old());
    move(next(), folder);
  }

  /**
   * Makes the second rename if a crash prevented it.
   *
   * @param lastFile the file that is written last into a new folder
   */
  public void finish(String lastFile) throws IOException {
    if (Files.notExists(folder)
        && Files.exists(next().resolve(lastFile))
        && Files.exists(old().resolve(lastFile))) {
      move(next(), folder);
    }
  }

  private static void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    FolderOnDisk.force(to.resolve("..").normalize());
  }

  /** Deletes a folder with all that is in it. The file goes first that makes it what it is. Does nothing when there is no folder. */
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
