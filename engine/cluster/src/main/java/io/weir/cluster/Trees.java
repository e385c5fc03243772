package io.weir.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** Folders with all that is in them. Runs on: a thread that may block. */
final class Trees {

  private Trees() {}

  static void delete(Path folder) throws IOException {
    if (Files.notExists(folder)) {
      return;
    }
    try (var paths = Files.walk(folder)) {
      for (Path each : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
