package io.weir.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The tables of publishers claim nothing without a test that shows it. */
final class PublishersPageTest {

  private static final List<String> PAGES =
      List.of("README.md", "../../reactive-client/README.md", "../../api/patterns/README.md");
  private static final Pattern NAME = Pattern.compile("`(\\w+)`");

  @Test
  void everyPublisherNamesTestsThatExist() throws IOException {
    var existing = OperationsPageTest.tests();
    var rows = rows();

    assertThat(rows).hasSizeGreaterThan(25).allSatisfy(row -> {
      assertThat(row.tests()).as(row.publisher()).isNotEmpty();
      assertThat(existing).as(row.publisher()).containsAll(row.tests());
    });
  }

  private record Row(String publisher, List<String> tests) {}

  private static List<Row> rows() throws IOException {
    var rows = new ArrayList<Row>();
    for (var page : PAGES) {
      var isInTable = false;
      for (var line : Files.readAllLines(Path.of(page))) {
        if (line.startsWith("| publisher |")) {
          isInTable = true;
        } else if (!line.startsWith("|")) {
          isInTable = false;
        } else if (isInTable && !line.startsWith("| ---")) {
          rows.add(row(line));
        }
      }
    }
    return rows;
  }

  /** Parses a row, whose last cell names the tests. */
  private static Row row(String line) {
    var cells = line.split("\\|", -1);
    var tests = NAME.matcher(cells[cells.length - 2])
        .results()
        .map(name -> name.group(1))
        .toList();
    return new Row(cells[1].strip(), tests);
  }
}
