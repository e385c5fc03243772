package io.weir.engine.page.extent;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The folder of a shard's page files. Any thread that may block.
 *
 * @param directory may be missing
 */
public record PageFolder(Path directory) {

  static final String FILE_SUFFIX = ".pages";

  /** Returns the number of page files; 0 if the folder is missing. */
  public int count() throws IOException {
    if (!Files.isDirectory(directory)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(directory)) {
      return (int) files.filter(file -> file.toString().endsWith(FILE_SUFFIX)).count();
    }
  }

  /** Deletes the files with some numbers. May be repeated. */
  void delete(IntPredicate numbers) throws IOException {
    deleteNamed(name -> numbers.test(ExtentKind.numberOf(name)));
  }

  /** Deletes the files but those with some names. */
  void deleteAllBut(Set<String> kept) throws IOException {
    deleteNamed(name -> !kept.contains(name));
  }

  private void deleteNamed(Predicate<String> unwanted) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + FILE_SUFFIX)) {
      for (Path file : files) {
        if (unwanted.test(file.getFileName().toString())) {
          Files.deleteIfExists(file);
        }
      }
    }
  }
}
