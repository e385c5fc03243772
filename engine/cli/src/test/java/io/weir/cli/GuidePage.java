package io.weir.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A page of the guide: shell blocks, each followed by the text that it prints. */
record GuidePage(Path file) {

  static final Path FOLDER = Readme.root().resolve("engine/cli/guide");

  private static final Pattern STEP = Pattern.compile(
      "^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", Pattern.DOTALL | Pattern.MULTILINE);

  /** A block of commands and the text that they print, in which {@code ..} stands for any text. */
  record Step(String commands, String expected) {

    /**
     * Returns a pattern of the whole output. A line that is {@code ..} alone stands for any lines.
     */
    Pattern pattern() {
      return Pattern.compile(
          expected.lines().map(Step::pattern).collect(Collectors.joining()), Pattern.DOTALL);
    }

    private static String pattern(String line) {
      return line.equals("..")
          ? "(?:[^\n]*\n)*"
          : Stream.of(line.stripTrailing().split("(?<!\\.)\\.\\.(?!\\.)", -1))
                  .map(Pattern::quote)
                  .collect(Collectors.joining("[^\n]*"))
              + " *\n";
    }
  }

  /** Returns the pages, without the list of them. */
  static List<GuidePage> all() throws IOException {
    try (var files = Files.list(FOLDER)) {
      return files
          .filter(file -> !file.endsWith("README.md"))
          .sorted()
          .map(GuidePage::new)
          .toList();
    }
  }

  List<Step> steps() {
    return STEP.matcher(text())
        .results()
        .map((MatchResult found) ->
            new Step(found.group(1), found.group(2) == null ? "" : found.group(2)))
        .toList();
  }

  /** Returns whether the page starts its services itself. */
  boolean serves() {
    return steps().stream().anyMatch(step -> step.commands().contains("weir serve"));
  }

  String text() {
    return new Readme(file).text();
  }

  @Override
  public String toString() {
    return file.getFileName().toString();
  }
}
