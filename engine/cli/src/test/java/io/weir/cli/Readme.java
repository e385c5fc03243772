package io.weir.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A page of documentation whose blocks and tables tests check. */
record Readme(Path file) {

  /** The front page of the project. */
  static final Readme FRONT_PAGE = new Readme(root().resolve("README.md"));

  /** The page of the command line. */
  static final Readme COMMAND_LINE = new Readme(root().resolve("engine/cli/README.md"));

  /** The page of the engine. */
  static final Readme ENGINE = new Readme(root().resolve("engine/README.md"));

  /** The page of the client. */
  static final Readme CLIENT = new Readme(root().resolve("reactive-client/README.md"));

  /** The page of what works over any table service. */
  static final Readme PATTERNS = new Readme(root().resolve("api/patterns/README.md"));

  String text() {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the blocks of code in a language that follow a remark that a test runs them. */
  List<String> testedBlocks(String language) {
    return Pattern.compile("<!-- A test [^>]*-->\n```" + language + "\n(.*?)```\n", Pattern.DOTALL)
        .matcher(text())
        .results()
        .map((MatchResult block) -> block.group(1))
        .toList();
  }

  /** Returns the folder of the project. Tests run in it or in a module's folder. */
  static Path root() {
    var folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("LICENSE"))) {
      folder = folder.getParent();
    }
    return folder;
  }
}
