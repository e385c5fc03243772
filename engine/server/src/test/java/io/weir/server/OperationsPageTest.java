package io.weir.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of operations lists nothing as supported that no test shows. */
class OperationsPageTest {

  private static final Pattern NAME = Pattern.compile("`([\\w.]+)`");
  private static final Pattern CELLS = Pattern.compile(" *\\| *");
  private static final List<String> MODULES =
      List.of("api", "engine/core", "engine/server", "reactive-client");

  @Test
  void everyRowThatSaysYesNamesTests() throws IOException {
    assertThat(rows()).hasSizeGreaterThan(50).allSatisfy(row -> {
      if (!row.support().startsWith("no")) {
        assertThat(row.tests()).as(row.operation()).isNotEmpty();
      }
    });
  }

  @Test
  void everyTestThatIsNamedExists() throws IOException {
    var existing = tests();

    assertThat(rows())
        .allSatisfy(row -> assertThat(existing).as(row.operation()).containsAll(row.tests()));
  }

  /** A line of a table. */
  private record Row(String operation, String support, List<String> tests) {}

  private static List<Row> rows() throws IOException {
    try (var lines = Files.lines(Path.of("OPERATIONS.md"))) {
      return lines
          .filter(line -> line.startsWith("| ") && !line.startsWith("| ---"))
          .map(line -> CELLS.split(line, -1))
          .filter(cells -> !cells[3].equals("shown by"))
          .map(cells -> new Row(cells[1], cells[2], names(cells[3])))
          .toList();
    }
  }

  private static List<String> names(String cell) {
    return NAME.matcher(cell).results().map(match -> match.group(1)).toList();
  }

  /** Names of the test classes of all modules, and of the scripts. */
  private static Set<String> tests() throws IOException {
    var root = Path.of("../..");
    var found = Stream.<String>empty();
    for (var module : MODULES) {
      try (var files = Files.walk(root.resolve(module).resolve("src/test"))) {
        var names = files
            .map(file -> file.getFileName().toString())
            .filter(name -> name.endsWith(".java") || name.endsWith(".test.mjs"))
            .map(name -> name.replace(".java", ""))
            .toList();
        found = Stream.concat(found, names.stream());
      }
    }
    return found.collect(Collectors.toSet());
  }
}
