package io.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The links of a page to other pages of the project lead to files and headings that exist. */
final class LinksTest {

  private static final Pattern LINK = Pattern.compile("]\\(([^)#: ]*)(#[^)]*)?\\)");

  @ParameterizedTest
  @MethodSource("pages")
  void linksLeadToFilesAndHeadings(Path page) {
    LINK.matcher(withoutCode(new Readme(page).text())).results().forEach(link -> {
      var target =
          link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1)).normalize();
      assertThat(target).as(link.group()).exists();
      if (link.group(2) != null) {
        assertThat(headings(target)).as(link.group()).contains(link.group(2));
      }
    });
  }

  static List<Path> pages() throws IOException {
    try (var files = Files.find(Readme.root(), 20, (file, attributes) -> isPage(file))) {
      return files.sorted().toList();
    }
  }

  private static boolean isPage(Path file) {
    var path = Readme.root().relativize(file).toString();
    return path.endsWith(".md") && !path.contains("target/") && !path.contains("node_modules/");
  }

  private static String withoutCode(String text) {
    return text.replaceAll("(?s)```.*?```", "").replaceAll("`[^`\n]*`", "");
  }

  /** Returns the headings of a page as the hosts of repositories link to them. */
  private static List<String> headings(Path page) {
    return new Readme(page)
        .text()
        .lines()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT))
        .map(line -> "#" + line.replaceAll("[^\\w -]", "").replace(' ', '-'))
        .toList();
  }
}
