package io.weir.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The project's front page, as tests hold it to its word. */
final class Readme {

  private Readme() {}

  static String text() {
    try {
      return Files.readString(root().resolve("README.md"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The blocks of code in a language, behind a remark that a test runs them. */
  static List<String> testedBlocks(String language) {
    return Pattern.compile("<!-- A test [^>]*-->\n```" + language + "\n(.*?)```\n", Pattern.DOTALL)
        .matcher(text())
        .results()
        .map((MatchResult block) -> block.group(1))
        .toList();
  }

  /** The folder of the project; tests run in a module's or in it. */
  static Path root() {
    var folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("LICENSE"))) {
      folder = folder.getParent();
    }
    return folder;
  }
}
