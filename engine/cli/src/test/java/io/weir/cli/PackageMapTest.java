package io.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The map of packages has a line for each package of the project, with the first sentence of its
 * page. The test writes the map as it should be to {@code engine/cli/target/PACKAGES.md}.
 */
final class PackageMapTest {

  private static final Path MAP = Readme.root().resolve(".github/PACKAGES.md");
  private static final Pattern PAGE =
      Pattern.compile("(.*)/src/(?!test/)\\w+/java/(.*)/package-info\\.java");
  private static final Pattern SENTENCE = Pattern.compile(
      "/\\*\\*(.*?[.:])(?:\\s+(?=[A-Z{@<*])|\\s*\\*/|\\s*\\n \\*\\s*\\n)", Pattern.DOTALL);
  private static final Pattern TAG = Pattern.compile("\\{@(?:code|link|linkplain)\\s+([^}]*)}");

  @Test
  void theMapHasALineForEachPackage() throws IOException {
    var lines = packages().stream().map(PackageMapTest::line).toList();
    var map = Files.readString(MAP);
    var expected = map.replaceFirst("(?s)\\| `io\\.weir.*\\|\n", "") + String.join("", lines);
    Files.writeString(Readme.root().resolve("engine/cli/target/PACKAGES.md"), expected);

    assertThat(map.lines().filter(line -> line.startsWith("| `io.weir")))
        .as("the map; the one that it should be is engine/cli/target/PACKAGES.md")
        .containsExactlyElementsOf(lines.stream().map(String::strip).toList());
  }

  /** Returns the pages of all packages, in the order of their names. */
  private static List<Path> packages() throws IOException {
    try (var files = Files.find(Readme.root(), 20, (file, attributes) -> isPackage(file))) {
      return files.sorted((one, other) -> name(one).compareTo(name(other))).toList();
    }
  }

  private static boolean isPackage(Path file) {
    var place = place(file);
    return place.matches() && !place.group(1).contains("target");
  }

  private static String line(Path page) {
    return "| `%s` | `%s` | %s |\n"
        .formatted(name(page), place(page).replaceFirst("$1"), purpose(page));
  }

  private static String name(Path page) {
    return place(page).replaceFirst("$2").replace('/', '.');
  }

  /**
   * Returns the module and the folder of a page, as the groups of a match. Sources of tests do not
   * match.
   */
  private static Matcher place(Path page) {
    return PAGE.matcher(Readme.root().relativize(page).toString());
  }

  /** Returns the first sentence of a package's page. */
  private static String purpose(Path page) {
    var sentence = SENTENCE.matcher(new Readme(page).text());
    assertThat(sentence.find()).as(page.toString()).isTrue();
    var text = sentence
        .group(1)
        .replaceAll("\\s*\\n \\*\\s*", " ")
        .replaceFirst(":$", ".")
        .strip();
    return TAG.matcher(text)
        .replaceAll(tag -> "`"
            + tag.group(1).replaceAll("(?:[a-z]\\w*\\.)*#?([A-Z]\\w*)", "$1").strip() + "`")
        .replaceAll("<[^>]*>", "")
        .replace("|", "\\|");
  }
}
