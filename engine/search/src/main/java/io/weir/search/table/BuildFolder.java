package io.weir.search.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A folder with numbered folders, one for each index of a table. Its methods block; one thread at a
 * time.
 *
 * @param path may be absent: there are no indexes then
 */
public record BuildFolder(Path path) {

  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,8}");

  /** Returns the numbers of the indexes, the latest first. */
  List<Integer> numbers() throws IOException {
    return names(path).stream()
        .filter(name -> NUMBER.matcher(name).matches())
        .map(Integer::valueOf)
        .sorted((one, other) -> Integer.compare(other, one))
        .toList();
  }

  /** Returns the names in a folder; none if there is no such folder. */
  public static List<String> names(Path folder) throws IOException {
    try (var entries = Files.list(folder)) {
      return entries.map(entry -> String.valueOf(entry.getFileName())).toList();
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (UncheckedIOException e) { // the folder could not be read to its end
      throw e.getCause();
    }
  }

  Path of(int number) {
    return path.resolve(Integer.toString(number));
  }

  /** Deletes an index. */
  void delete(int number) throws IOException {
    delete(of(number));
  }

  /** Deletes a folder with everything in it, if it exists. */
  public static void delete(Path folder) throws IOException {
    if (Files.notExists(folder)) {
      return;
    }
    Files.walkFileTree(folder, new SimpleFileVisitor<>() {
      @Override
      public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
          throws IOException {
        Files.deleteIfExists(file);
        return FileVisitResult.CONTINUE;
      }

      @Override
      public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
          throws IOException {
        if (failure != null) {
          throw failure;
        }
        Files.deleteIfExists(visited);
        return FileVisitResult.CONTINUE;
      }
    });
  }
}
