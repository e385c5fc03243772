package io.weir.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The pages of the patterns show code that the tests run, fit on a screen, and are listed by the
 * page of the module.
 */
final class PatternPagesTest {

  private static final Path PAGES = Path.of("pages");
  private static final Path TESTS = Path.of("src/test/java/io/weir/pattern");
  private static final int SCREEN = 70;
  private static final Pattern TESTED = Pattern.compile(
      "<!-- A test compiles and runs this block: (\\w+)\\. -->\n```java\n(.*?)```\n",
      Pattern.DOTALL);
  private static final List<String> SECTIONS =
      List.of("## Problem", "## Code", "## Guarantees", "## Failures", "## Cost");

  @Test
  void everyBlockOfCodeIsRunByATest() throws IOException {
    var all = new ArrayList<>(pages());
    all.add(Path.of("README.md"));
    for (var page : all) {
      var text = Files.readString(page);
      var blocks = TESTED.matcher(text).results().toList();

      assertThat(blocks).as(page + "").isNotEmpty();
      assertThat(text.split("```java", -1)).as(page + "").hasSize(blocks.size() + 1);
      for (var block : blocks) {
        assertThat(snippets(block.group(1))).as(page + "").contains(block.group(2));
      }
    }
  }

  @Test
  void everyPageHasItsSectionsAndFitsOnAScreen() throws IOException {
    for (var page : pages()) {
      var lines = Files.readAllLines(page);

      assertThat(lines).as(page + "").containsSubsequence(SECTIONS);
      assertThat(lines.size()).as(page + "").isLessThanOrEqualTo(SCREEN);
    }
  }

  @Test
  void thePageOfTheModuleListsEveryPattern() throws IOException {
    var index = Files.readString(Path.of("README.md"));

    assertThat(pages())
        .hasSizeGreaterThan(1)
        .allSatisfy(page -> assertThat(index).contains("(pages/" + page.getFileName() + ")"));
  }

  private static List<Path> pages() throws IOException {
    try (var pages = Files.list(PAGES)) {
      return pages.sorted().toList();
    }
  }

  private static List<String> snippets(String test) throws IOException {
    var snippets = new ArrayList<String>();
    var snippet = new StringBuilder();
    var inside = false;
    for (var line : Files.readAllLines(source(test))) {
      if (line.strip().equals("// end of snippet")) {
        snippets.add(snippet.toString().stripTrailing().stripIndent() + "\n");
        snippet.setLength(0);
        inside = false;
      }
      if (inside) {
        snippet.append(line).append('\n');
      }
      inside = inside || line.strip().equals("// snippet");
    }
    return snippets;
  }

  private static Path source(String test) throws IOException {
    try (var sources = Files.walk(TESTS)) {
      return sources
          .filter(source -> source.endsWith(test + ".java"))
          .findFirst()
          .orElseThrow(() -> new AssertionError("No source of " + test));
    }
  }
}
