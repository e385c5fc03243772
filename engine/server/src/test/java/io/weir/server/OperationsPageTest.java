package io.weir.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of operations lists nothing as supported without a test that shows it. */
class OperationsPageTest {

  private static final Pattern NAME = Pattern.compile("`([\\w.]+)`");
  private static final Pattern CELLS = Pattern.compile(" *\\| *");
  private static final List<String> TESTS = List.of(
      "api/contract/src/test",
      "api/protocol/src/test",
      "api/testkit/src",
      "engine/core/src/test",
      "engine/server/src/test",
      "engine/search/src/test",
      "engine/cli/src/test",
      "reactive-client/src/test",
      "api/patterns/src/test");

  @Test
  void everySupportedOperationNamesTests() throws IOException {
    assertThat(rows()).hasSizeGreaterThan(50).allSatisfy(row -> {
      if (!row.support().startsWith("no")) {
        assertThat(row.tests()).as(row.operation()).isNotEmpty();
      }
    });
  }

  @Test
  void everyNamedTestExists() throws IOException {
    var existing = tests();

    assertThat(rows())
        .allSatisfy(row -> assertThat(existing).as(row.operation()).containsAll(row.tests()));
  }

  @Test
  void everyErrorCodeIsListedWithItsStatus() throws IOException {
    var rows = rows();

    assertThat(ErrorCode.values())
        .allSatisfy(code -> assertThat(rows)
            .filteredOn(row -> row.operation().equals("`" + code.code() + "`"))
            .singleElement()
            .extracting(Row::support)
            .asString()
            .matches(status -> status.startsWith("no: ") || status.startsWith("" + code.status())));
  }

  @Test
  void everyTestOfAnErrorNamesItsCode() throws IOException {
    var sources = sources();
    for (var code : ErrorCode.values()) {
      var named = rows().stream()
          .filter(row -> row.operation().equals("`" + code.code() + "`"))
          .flatMap(row -> row.tests().stream());
      assertThat(named)
          .allSatisfy(test -> assertThat(sources.get(test))
              .as(test)
              .containsAnyOf(code.code(), "ErrorCode." + code.name()));
    }
  }

  @Test
  void everyLimitOfTheServiceNamesTestsThatExist() throws IOException {
    var text = Files.readString(Path.of("README.md"));
    var limits = text.substring(text.indexOf("## Limits"), text.indexOf("## TLS"));
    var rows = limits
        .lines()
        .filter(line -> line.startsWith("| ") && !line.startsWith("| ---"))
        .skip(1)
        .map(line -> names(CELLS.split(line, -1)[4]))
        .toList();

    assertThat(rows).hasSizeGreaterThan(10).doesNotContain(List.of());
    assertThat(tests()).containsAll(rows.stream().flatMap(List::stream).toList());
  }

  @Test
  void everyDoorOfSignaturesNamesTestsThatExist() throws IOException {
    var rows = Files.readAllLines(Path.of("SIGNATURES.md")).stream()
        .filter(line -> line.startsWith("| ") && !line.startsWith("| ---"))
        .skip(1)
        .map(line -> names(CELLS.split(line, -1)[6]))
        .toList();

    assertThat(rows).hasSizeGreaterThan(25).doesNotContain(List.of());
    assertThat(tests()).containsAll(rows.stream().flatMap(List::stream).toList());
  }

  /** A row of a table. */
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

  /** Returns the names of the test classes of all modules, and of the scripts. */
  static Set<String> tests() throws IOException {
    return sources().keySet();
  }

  /** Returns the sources by class name. Classes of the same name are joined. */
  private static Map<String, String> sources() throws IOException {
    var found = new HashMap<String, String>();
    for (var folder : TESTS) {
      try (var files = Files.walk(Path.of("../..", folder))) {
        for (var file : files.filter(OperationsPageTest::isTest).toList()) {
          var name = file.getFileName().toString().replace(".java", "");
          found.merge(name, Files.readString(file), String::concat);
        }
      }
    }
    return found;
  }

  private static boolean isTest(Path file) {
    return file.toString().endsWith(".java") || file.toString().endsWith(".test.mjs");
  }
}
