package io.weir.testkit;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;

/** Operations on folders with all their files. */
public final class Folders {

  private Folders() {}

  /** Copies a folder. Files keep the time of their last change. */
  public static void copy(Path from, Path to) throws IOException {
    try (var paths = Files.walk(from)) {
      for (var path : paths.toList()) {
        Files.copy(path, to.resolve(from.relativize(path)), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  /** Deletes a folder. */
  public static void delete(Path folder) throws IOException {
    Files.walkFileTree(folder, new SimpleFileVisitor<>() {
      @Override
      public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
          throws IOException {
        Files.delete(file);
        return FileVisitResult.CONTINUE;
      }

      @Override
      public FileVisitResult postVisitDirectory(Path visited, IOException failure)
          throws IOException {
        Files.delete(visited);
        return FileVisitResult.CONTINUE;
      }
    });
  }
}
